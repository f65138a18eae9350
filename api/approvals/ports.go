// Package approvals answers the calls about approval workflows: those of an account, and how far the
// proofs of an order have come on theirs.
package approvals

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web       *web.Server
	Bus       web.Bus
	Workflows *approvals.Queries
	// OrderOf returns an order that a person may see, or domain.ErrNotFound.
	OrderOf func(ctx context.Context, by domain.Actor, id uuid.UUID) (order.Order, error)
	// ReviewsOf returns the files for customer review of orders.
	ReviewsOf func(ctx context.Context, orders []uuid.UUID) ([]proofs.Review, error)
	// NamesOf returns people.
	NamesOf func(ctx context.Context, w accounts.Wanted) (accounts.Names, error)
	// ApproversOf returns which people belong to the team of a customer, and whether each can act now.
	ApproversOf func(ctx context.Context, customer uuid.UUID, people []uuid.UUID) (map[uuid.UUID]bool, error)
	// Trials stores which drafts are tried on past reviews.
	Trials Trials
	// OrdersOf returns those of some orders that a person may see, in any order.
	OrdersOf func(ctx context.Context, by domain.Actor, ids []uuid.UUID) ([]order.Summary, error)
	Texts    web.Texts
	Clock    func() time.Time
}

// Trials stores which drafts are tried on past reviews.
type Trials interface {
	AskTrial(ctx context.Context, t accounts.Trial) error
	FindTrial(ctx context.Context, customer, id uuid.UUID) (accounts.Trial, error)
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
