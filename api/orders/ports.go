// Package orders answers the calls of the API about the board, the list, orders and their working
// time, filters and presets.
package orders

import (
	"log/slog"
	"time"

	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/activity"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/offers"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/reports"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web          *web.Server
	Read         *read.Reader
	Show         *present.Proofs
	Accounts     *accounts.Store
	Offers       *offers.Store
	Activity     *activity.Store
	Organisation *organisation.Queries
	Preferences  *preferences.Store
	AsOf         *asof.Reader
	Board        *board.Queries
	Bus          web.Bus
	Clock        func() time.Time
	Links        present.Links
	LinkLife     time.Duration // how long a link to a file works
	Logger       *slog.Logger
	Proofs       *proofs.Queries
	Reports      *reports.Queries
	Timeline     *timeline.Queries
	Topics       *topics.Queries
	WorkAnswer   time.Duration // time to answer, after which the timer stops
	WorkReminder time.Duration // time after which a person is asked whether they still work
}

// API answers the calls.
type API struct{ Ports }
