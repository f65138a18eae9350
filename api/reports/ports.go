// Package reports answers the calls of the API about figures over a time: of orders, and of the people who
// work on them.
package reports

import (
	"log/slog"
	"time"

	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/reports"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Accounts     *accounts.Store
	Board        *board.Queries
	Clock        func() time.Time
	Logger       *slog.Logger
	Organisation *organisation.Queries
	Reports      *reports.Queries
}

// API answers the calls.
type API struct{ Ports }
