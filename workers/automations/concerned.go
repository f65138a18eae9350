package automations

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/accounts"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/projections/timeline"
)

// told is who hears what of an event.
type told map[uuid.UUID]inbox.Notified

// event is an event with the order it belongs to.
type event struct {
	domain.Event
	order  *order.Order
	stream timeline.Stream
}

// concerned says who hears of an event: those who work on the order and those it was made for, never who did it
// himself, and nobody what he may not see.
func (c Config) concerned(ctx context.Context, e domain.Event) (told, error) {
	streams, err := c.Streams.Find(ctx, []uuid.UUID{e.Stream})
	if err != nil {
		return nil, err
	}
	st, known := streams[e.Stream]
	if !known {
		return nil, nil
	}
	orders, err := c.Orders.Orders(ctx, []uuid.UUID{st.Order})
	if err != nil || orders[st.Order] == nil {
		return nil, err
	}
	ev := event{e, orders[st.Order], st}
	to, err := c.candidates(ctx, ev)
	if err != nil {
		return nil, err
	}
	delete(to, e.Meta.Actor)
	delete(to, uuid.Nil)
	return c.withSight(ctx, ev, to)
}

// candidates is who would hear of an event if he may see it.
func (c Config) candidates(ctx context.Context, e event) (told, error) {
	to := told{}
	m := inbox.Notified{Order: e.order.ID}
	team := append([]uuid.UUID{e.order.Creator, e.order.Operator, e.order.Manager}, e.order.Collaborators...)
	switch d := e.Data.(type) {
	case *order.Published:
		m.Kind, m.Status = inbox.OrderPublished, string(d.To)
		if err := c.addRoles(ctx, to, m, domain.Manager, domain.ProductionManager); err != nil {
			return nil, err
		}
	case *order.Held:
		m.Kind, m.Status = inbox.OrderHeld, string(d.To)
	case *order.Promoted:
		m.Kind, m.Status = inbox.OrderPromoted, string(d.To)
	case *order.RevertedToDraft:
		return nil, nil
	case order.StatusChanger:
		m.Kind, m.Status = inbox.OrderMoved, string(d.StatusChange().To)
	case *order.Assigned:
		m.Kind = inbox.Assigned
		team = []uuid.UUID{d.Operator, d.Manager}
	case *proof.VersionAdded:
		m.Kind, m.Proof, m.Version = inbox.VersionAdded, e.Stream, d.Version
	case *proof.VersionApproved:
		m.Kind, m.Proof, m.Version = inbox.VersionApproved, e.Stream, d.Version
		team = []uuid.UUID{e.order.Operator, e.order.Manager}
	case *proof.VersionRevised:
		m.Kind, m.Proof, m.Version = inbox.VersionRevised, e.Stream, d.Version
		team = []uuid.UUID{e.order.Operator, e.order.Manager}
	case *proof.ReviewRequested:
		m.Kind, m.Proof, m.Version = inbox.ReviewRequested, e.Stream, d.Version
		return to, c.addRoles(ctx, to, m, domain.CreativeManager, domain.ProductionManager)
	case *topic.Opened:
		m = c.thread(e, inbox.Commented, uuid.Nil)
		to.add(m, team...)
		m.Kind = inbox.Mentioned
		team = d.Mentions
	case *topic.Replied:
		m = c.thread(e, inbox.Commented, d.Comment)
		to.add(m, team...)
		m.Kind = inbox.Mentioned
		team = d.Mentions
	case *topic.Resolved:
		m = c.thread(e, inbox.TopicResolved, uuid.Nil)
	default:
		return nil, nil
	}
	to.add(m, team...)
	return to, nil
}

func (c Config) thread(e event, k inbox.Kind, comment uuid.UUID) inbox.Notified {
	return inbox.Notified{
		Kind: k, Order: e.order.ID, Proof: e.stream.Attachment, Version: e.stream.Version, Topic: e.Stream, Comment: comment, Public: !e.stream.Internal,
	}
}

// add tells people; what is said last counts.
func (t told) add(m inbox.Notified, people ...uuid.UUID) {
	for _, p := range people {
		t[p] = m
	}
}

func (c Config) addRoles(ctx context.Context, to told, m inbox.Notified, roles ...domain.Role) error {
	people, err := c.People.WithRoles(ctx, roles...)
	for _, u := range people {
		to[u.ID] = m
	}
	return err
}

// withSight keeps those who may see what they would be told of.
func (c Config) withSight(ctx context.Context, e event, to told) (told, error) {
	if len(to) == 0 {
		return nil, nil
	}
	var w accounts.Wanted
	for id := range to {
		w.People = append(w.People, id)
	}
	names, err := c.People.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	st := e.stream
	part := policy.Part{File: policy.File{ID: st.Attachment, Kind: proof.Kind(st.Kind), ByCustomer: st.ByCustomer, Since: st.Since}, Thread: st.Version != uuid.Nil, Internal: st.Internal}
	if _, added := e.Data.(*proof.VersionAdded); added { // what counts is whether they see this version, not an older one (D-68)
		part.File.Since = e.Position
	}
	for id := range to {
		u, known := names.People[id]
		if !known || !policy.SeesPart(u.Actor(), e.order, part) {
			delete(to, id)
		}
	}
	return to, nil
}
