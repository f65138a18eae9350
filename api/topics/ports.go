// Package topics answers the calls of the API about the topics on proofs: marks, comments and
// replies.
package topics

import (
	"log/slog"

	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/activity"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web      *web.Server
	Read     *read.Reader
	Accounts *accounts.Store
	Activity *activity.Store
	AsOf     *asof.Reader
	Board    *board.Queries
	Bus      web.Bus
	Logger   *slog.Logger
	Texts    web.Texts
	Timeline *timeline.Queries
	Topics   *topics.Queries
}

// API answers the calls.
type API struct{ Ports }
