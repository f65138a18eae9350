// Package audit answers the calls of the API about the history of orders, the audit area, and the
// transparency log with its certificates.
package audit

import (
	"context"
	"log/slog"
	"time"

	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/timeline"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Read         *read.Reader
	Accounts     *accounts.Store
	AsOf         *asof.Reader
	Audit        *audit.Queries
	Board        *board.Queries
	Clock        func() time.Time
	Head         func(context.Context) (int64, error) // last position of the log
	Logger       *slog.Logger
	PublicURL    string // address under which people reach the product
	Texts        web.Texts
	Timeline     *timeline.Queries
	Transparency Transparency
}

// API answers the calls.
type API struct{ Ports }
