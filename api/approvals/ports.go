// Package approvals answers the calls about approval workflows: those of an account, and how far the
// proofs of an order have come on theirs.
package approvals

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/trials"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web       *web.Server
	Bus       web.Bus
	Workflows *approvals.Queries
	Trials    *trials.Store
	Board     *board.Queries
	Proofs    *proofs.Queries
	Accounts  *accounts.Store
	Texts     web.Texts
	Clock     func() time.Time
}

// API answers the calls.
type API struct{ Ports }

// do runs a command, and waits until a read model shows what it changed.
func (s *API) do(
	ctx context.Context,
	key *contract.IdempotencyKey,
	cmd commands.Command,
	projection, message string,
) (*contract.AccountChangedResponse, error) {
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, key, "workflow"))
	if err != nil {
		return nil, err
	}
	s.Web.Shown(ctx, projection, done.Position)
	return web.Changed(done, message), nil
}
