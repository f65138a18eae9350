// Package feed answers the call with which other software follows what happens (BY-052).
package feed

import (
	"context"
	"encoding/json"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/publicevents"
)

const portion = 100 // events of an answer if the caller does not say

// Ports are the dependencies of the call.
type Ports struct {
	Web    *web.Server
	Events *publicevents.Reader
}

// API answers the call.
type API struct{ Ports }

// Events returns what happened after a position, as far as the caller may see it. If nothing did, it
// waits for as long as the caller wishes, and looks again who they are before it answers.
func (s *API) Events(ctx context.Context, r contract.EventsRequest) (*contract.FeedAnswer, error) {
	if r.After == nil {
		p, err := s.Ports.Events.End(ctx)
		return answer(p), err
	}
	limit := web.Value(r.Limit)
	if limit == 0 {
		limit = portion
	}
	wait := time.Duration(web.Value(r.Wait)) * time.Second
	if wait == 0 {
		p, err := s.Ports.Events.Read(ctx, web.Actor(ctx), *r.After, limit)
		return answer(p), err
	}
	changed, done := s.Ports.Events.Watch()
	defer done()
	patience, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for after := *r.After; ; {
		p, err := s.Ports.Events.Read(ctx, web.Actor(ctx), after, limit)
		if err != nil {
			return nil, err
		}
		found := len(p.Events) > 0 || p.More
		if !found && !changed(patience) {
			return answer(p), nil
		}
		// After the reading, so that nobody gets what happened after their token was revoked.
		if ctx, err = s.Web.Again(ctx, "Events"); err != nil {
			return nil, err
		}
		if found {
			return answer(p), nil
		}
		after = p.Next
	}
}

func answer(p publicevents.Portion) *contract.FeedAnswer {
	a := &contract.FeedAnswer{}
	a.Data = contract.Feed{Events: make([]contract.FeedEvent, len(p.Events)), Next: p.Next, More: p.More}
	for i, e := range p.Events {
		a.Data.Events[i] = show(e)
	}
	return a
}

func show(e publicevents.Event) contract.FeedEvent {
	return contract.FeedEvent{
		Position: e.Position, Id: e.ID, Type: string(e.Type), At: e.At, Order: e.Order, Actor: web.Some(e.Actor),
		Data: data(e.Data),
	}
}

// Message returns the text of the message of a webhook about an event, in the form that Standard Webhooks
// advises. The event is as Events returns it.
func Message(e publicevents.Event) (string, error) {
	b, err := json.Marshal(struct {
		Type      string             `json:"type"`
		Timestamp time.Time          `json:"timestamp"`
		Data      contract.FeedEvent `json:"data"`
	}{string(e.Type), e.At, show(e)})
	return string(b), err
}

func data(d publicevents.Data) contract.FeedEventData {
	out := contract.FeedEventData{
		From:       web.Some(contract.Status(d.From)),
		To:         web.Some(contract.Status(d.To)),
		Customer:   web.Some(d.Customer),
		Operator:   web.Some(d.Operator),
		Manager:    web.Some(d.Manager),
		Attachment: web.Some(d.Attachment),
		Kind:       web.Some(string(d.Kind)),
		Version:    web.Some(d.Version),
		Number:     web.Some(d.Number),
		Sha256:     web.Some(d.SHA256),
		Step:       web.Some(d.Step),
		Approved:   d.Approved,
		Topic:      web.Some(d.Topic),
		Comment:    web.Some(d.Comment),
		Public:     d.Public,
		Page:       web.Some(d.Page),
	}
	if d.Fields != nil {
		out.Fields = &d.Fields
	}
	if d.Collaborators != nil {
		out.Collaborators = &d.Collaborators
	}
	return out
}
