package calendar

import (
	"time"

	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/sales"
)

// Ports are the dependencies of the feed.
type Ports struct {
	Web      *web.Server
	Read     *read.Reader
	Accounts *accounts.Store
	Board    *board.Queries
	Sales    *sales.Queries
	Clock    func() time.Time
}

// API serves feeds.
type API struct{ Ports }
