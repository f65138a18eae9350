// Package shell answers the calls about what surrounds every page: business hours, announcements and
// guided tours.
package shell

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/activity"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/organisation"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web          *web.Server
	Accounts     *accounts.Store
	Activity     *activity.Store
	Announced    *announcements.Queries
	Browsers     *browsers.Store
	Bus          web.Bus
	Clock        func() time.Time
	Organisation *organisation.Queries
	WebBuild     string                                         // id of the web app's build
	Tell         func(person uuid.UUID, event string, data any) // sends a live message to a person's browsers

	SellsPlans func(context.Context) (bool, error) // whether direct customers are offered a plan
}

// API answers the calls.
type API struct{ Ports }

// do runs a command, and waits until a read model shows what it changed.
func (s *API) do(
	ctx context.Context,
	key *contract.IdempotencyKey,
	cmd commands.Command,
	model, message string,
) (*contract.AccountChangedResponse, error) {
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, key, "shell"))
	if err != nil {
		return nil, err
	}
	s.Web.Shown(ctx, model, done.Position)
	return web.Changed(done, message), nil
}

// noticed answers that something about the caller is stored, and tells their other browsers.
func (s *API) noticed(ctx context.Context, event, message string) *contract.AccountChangedResponse {
	s.Tell(web.Actor(ctx).ID, event, nil)
	return web.Changed(commands.Result{}, message)
}
