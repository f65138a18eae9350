// Package webhooks answers the calls about webhooks: addresses of other software to which the product sends
// what happens.
package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/internal/webhooks"
	read "github.com/proofboard/proofboard/projections/webhooks"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web       *web.Server
	Bus       web.Bus
	Endpoints *read.Queries
	Store     *webhooks.Store
	Sender    *webhooks.Sender
	Rates     Rates
	Head      func(ctx context.Context) (int64, error)
	Clock     func() time.Time
}

// Rates counts calls.
type Rates interface {
	Spend(
		ctx context.Context, r throttle.Rate, subject string, refusal *domain.Error,
	) (refund func(context.Context) error, err error)
}

// API answers the calls.
type API struct{ Ports }

const via = "webhooks"

// tests limits messages that are sent to try an endpoint.
var tests = throttle.Rate{Name: "webhook tests", Most: 20, In: time.Hour}

var errTooManyTests = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "webhook.too_many_tests",
	Message: "You have sent 20 test messages in this hour. Please try again later.",
}

// endpoint returns an endpoint that the caller may change.
func (s *API) endpoint(ctx context.Context, id uuid.UUID) (e read.Endpoint, err error) {
	home, err := policy.WebhooksOf(web.Actor(ctx))
	if err != nil {
		return e, err
	}
	if e, err = s.Endpoints.One(ctx, home, id); err != nil {
		return e, err
	}
	return e, policy.EditsWebhooks(web.Actor(ctx), home)
}

// content returns what a caller chose for an endpoint.
func (s *API) content(c contract.WebhookContent) (webhook.Content, error) {
	host, err := s.Sender.Check(c.Url)
	if err != nil {
		return webhook.Content{}, err
	}
	for _, t := range c.Types {
		if !slices.Contains(publicevents.Types(), publicevents.Type(t)) {
			return webhook.Content{}, webhook.ErrTypes
		}
	}
	return webhook.Content{Host: host, Types: c.Types}, nil
}

// do runs a command, and waits until the read model shows what it changed.
func (s *API) do(
	ctx context.Context, key *contract.IdempotencyKey, cmd commands.Command, message string,
) (*contract.AccountChangedResponse, error) {
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, key, via))
	if err != nil {
		return nil, err
	}
	s.Web.Shown(ctx, read.Name, done.Position)
	return web.Changed(done, message), nil
}

// WebhookEndpoints returns the endpoints of the caller's account, or of the provider.
func (s *API) WebhookEndpoints(
	ctx context.Context, _ contract.WebhookEndpointsRequest,
) (*contract.WebhookEndpointsAnswer, error) {
	home, err := policy.WebhooksOf(web.Actor(ctx))
	if err != nil {
		return nil, err
	}
	all, err := s.Endpoints.Of(ctx, home)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(all))
	for i, e := range all {
		ids[i] = e.ID
	}
	head, err := s.Head(ctx)
	if err != nil {
		return nil, err
	}
	urls, err := s.Store.URLs(ctx, ids)
	if err != nil {
		return nil, err
	}
	cursors, err := s.Store.Fares(ctx, ids)
	if err != nil {
		return nil, err
	}
	a := &contract.WebhookEndpointsAnswer{}
	a.Data.Head, a.Data.Endpoints = head, make([]contract.WebhookEndpoint, len(all))
	for _, t := range publicevents.Types() {
		a.Data.Types = append(a.Data.Types, string(t))
	}
	for i, e := range all {
		c, begun := cursors[e.ID]
		if !begun {
			c.Position = e.Added
		}
		shown := contract.WebhookEndpoint{
			Id: e.ID, Url: urls[e.ID], Types: e.Types, State: contract.WebhookEndpointState(e.State),
			Cause: web.Some(contract.WebhookEndpointCause(e.Cause)), AddedAt: e.AddedAt,
			Position: c.Position, Waiting: c.Waiting, Failed: c.Failed, FailingSince: c.FailingSince,
		}
		a.Data.Endpoints[i] = shown
	}
	return a, nil
}

// AddWebhookEndpoint adds an endpoint. Nothing is sent before the log has it, so it does no harm that the
// store has its address and its secret before. It is sent a test message at once, so that a mistake in the address shows.
func (s *API) AddWebhookEndpoint(
	ctx context.Context, r contract.AddWebhookEndpointRequest,
) (*contract.Written[contract.WebhookSecretAnswer], error) {
	home, err := policy.WebhooksOf(web.Actor(ctx))
	if err != nil {
		return nil, err
	}
	c, err := s.content(*r.Body)
	if err != nil {
		return nil, err
	}
	secret, written, err := webhooks.NewSecret()
	if err != nil {
		return nil, err
	}
	id := s.Web.NewID()
	if err := s.Store.Keep(ctx, id, home.Customer, r.Body.Url, secret); err != nil {
		return nil, err
	}
	done, err := s.do(ctx, nil, &commands.AddWebhook{Home: home, Endpoint: id, Content: c}, "The webhook is added")
	if err != nil {
		return nil, errors.Join(err, s.Store.Forget(context.WithoutCancel(ctx), id))
	}
	shown := contract.WebhookSecret{Id: id, Secret: written}
	if test, err := s.try(ctx, home, id); err == nil { // without its test the webhook is added all the same
		shown.Test = &test
	}
	return &contract.Written[contract.WebhookSecretAnswer]{
		Body:     contract.WebhookSecretAnswer{Message: done.Body.Message, Data: shown},
		Position: done.Position,
	}, nil
}

// ChangeWebhookEndpoint stores another address or a choice of other events.
func (s *API) ChangeWebhookEndpoint(
	ctx context.Context, r contract.ChangeWebhookEndpointRequest,
) (*contract.AccountChangedResponse, error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	c, err := s.content(*r.Body)
	if err != nil {
		return nil, err
	}
	a, err := s.do(
		ctx,
		r.IdempotencyKey,
		&commands.ChangeWebhook{Home: e.Home, Endpoint: e.ID, Content: c},
		"The webhook is changed",
	)
	if err == nil {
		err = s.Store.Point(ctx, e.ID, r.Body.Url)
	}
	return a, err
}

// RemoveWebhookEndpoint removes an endpoint.
func (s *API) RemoveWebhookEndpoint(
	ctx context.Context, r contract.RemoveWebhookEndpointRequest,
) (*contract.AccountChangedResponse, error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	a, err := s.do(
		ctx,
		r.IdempotencyKey,
		&commands.RemoveWebhook{Home: e.Home, Endpoint: e.ID},
		"The webhook is removed",
	)
	if err == nil {
		err = s.Store.Forget(ctx, e.ID)
	}
	return a, err
}

// RotateWebhookSecret makes another secret. The old one signs beside it for a day.
func (s *API) RotateWebhookSecret(
	ctx context.Context, r contract.RotateWebhookSecretRequest,
) (*contract.Written[contract.WebhookSecretAnswer], error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	secret, written, err := webhooks.NewSecret()
	if err != nil {
		return nil, err
	}
	done, err := s.do(
		ctx,
		nil,
		&commands.RotateWebhook{Home: e.Home, Endpoint: e.ID},
		"The new secret signs from now on",
	)
	if err != nil {
		return nil, err
	}
	if err := s.Store.Rotate(ctx, e.ID, secret, s.Clock().Add(webhooks.Overlap)); err != nil {
		return nil, err
	}
	return &contract.Written[contract.WebhookSecretAnswer]{
		Body: contract.WebhookSecretAnswer{
			Message: done.Body.Message, Data: contract.WebhookSecret{Id: e.ID, Secret: written},
		},
		Position: done.Position,
	}, nil
}

// SwitchWebhookEndpoint pauses an endpoint, or lets it go on.
func (s *API) SwitchWebhookEndpoint(
	ctx context.Context, r contract.SwitchWebhookEndpointRequest,
) (*contract.AccountChangedResponse, error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	var cmd commands.Command = &commands.ResumeWebhook{Home: e.Home, Endpoint: e.ID}
	message := "The webhook goes on where it stopped"
	if r.Body.State == contract.WebhookSwitchStatePaused {
		cmd, message = &commands.PauseWebhook{
			Home:     e.Home,
			Endpoint: e.ID,
			Cause:    webhook.ByPerson,
		}, "The webhook is paused"
	}
	return s.do(ctx, r.IdempotencyKey, cmd, message)
}

// ReplayWebhookEvents sends every event after a position again.
func (s *API) ReplayWebhookEvents(
	ctx context.Context, r contract.ReplayWebhookEventsRequest,
) (*contract.AccountChangedResponse, error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	head, err := s.Head(ctx)
	if err != nil {
		return nil, err
	}
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.ReplayWebhook{Home: e.Home, Endpoint: e.ID, After: r.Body.After, Head: head},
		"The events are sent again",
	)
}

// TestWebhookEndpoint sends a message that is about nothing, and tells what became of it.
func (s *API) TestWebhookEndpoint(
	ctx context.Context, r contract.TestWebhookEndpointRequest,
) (*contract.WebhookTestAnswer, error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	test, err := s.try(ctx, e.Home, e.ID)
	if err != nil {
		return nil, err
	}
	return &contract.WebhookTestAnswer{Data: test}, nil
}

// try sends an endpoint a message that is about nothing.
func (s *API) try(ctx context.Context, home webhook.Home, id uuid.UUID) (t contract.WebhookTest, err error) {
	if _, err := s.Rates.Spend(ctx, tests, webhook.StreamOf(home).String(), errTooManyTests); err != nil {
		return t, err
	}
	now := s.Clock()
	targets, err := s.Store.Targets(ctx, []uuid.UUID{id}, now)
	if err != nil {
		return t, err
	}
	target, ok := targets[id]
	if !ok {
		return t, domain.ErrNotFound
	}
	body, err := json.Marshal(map[string]any{"type": "webhook.test", "timestamp": now, "data": struct{}{}})
	if err != nil {
		return t, err
	}
	result := s.Sender.Send(ctx, target, webhooks.Delivery{ID: s.Web.NewID(), Endpoint: id, Body: string(body)})
	return contract.WebhookTest{
		Status: web.Some(result.Status), Failure: web.Some(contract.WebhookFailure(result.Failure)),
		Milliseconds: int(result.Took.Milliseconds()),
	}, nil
}

// WebhookDeliveries returns deliveries of an endpoint.
func (s *API) WebhookDeliveries(
	ctx context.Context, r contract.WebhookDeliveriesRequest,
) (*contract.WebhookDeliveriesAnswer, error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	all, err := s.Store.List(ctx, e.ID, webhooks.State(r.State), web.Value(r.After))
	if err != nil {
		return nil, err
	}
	a := &contract.WebhookDeliveriesAnswer{Data: make([]contract.WebhookDelivery, len(all))}
	for i, d := range all {
		a.Data[i] = contract.WebhookDelivery{
			Id: d.ID, Position: d.Position, Order: d.Subject, Type: d.Type, At: d.MadeAt, TriedAt: d.TriedAt,
			State: contract.WebhookDeliveryState(d.State), Tries: d.Tries, Status: web.Some(d.Status),
			Failure: web.Some(contract.WebhookFailure(d.Failure)),
		}
		if d.State == webhooks.Waiting {
			a.Data[i].NextAt = &d.NextAt
		}
	}
	return a, nil
}

// ReplayWebhookDeliveries sends failed deliveries again.
func (s *API) ReplayWebhookDeliveries(
	ctx context.Context, r contract.ReplayWebhookDeliveriesRequest,
) (*contract.AccountChangedResponse, error) {
	e, err := s.endpoint(ctx, r.EndpointId)
	if err != nil {
		return nil, err
	}
	var ids []uuid.UUID // none for all
	if len(r.Body.Ids) > 0 {
		ids = r.Body.Ids
	}
	n, err := s.Store.Replay(ctx, e.ID, ids, s.Clock())
	if err != nil {
		return nil, err
	}
	message := fmt.Sprintf("%d deliveries are sent again", n)
	if n == 1 {
		message = "1 delivery is sent again"
	}
	return web.Changed(commands.Result{}, message), nil
}
