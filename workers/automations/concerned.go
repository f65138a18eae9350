package automations

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/timeline"
)

// told maps each recipient to their notification of an event.
type told map[uuid.UUID]inbox.Notified

// event is an event with its order and its recipients.
type event struct {
	domain.Event
	order  *order.Summary
	stream timeline.Stream
	told   told
}

// page returns the recipients of several events: the people who work on the order and the people it
// was made for. The person who caused an event is no recipient of it. Nobody is notified of what
// they may not see, and of what an import brings in. page looks everything up once for all events.
func (c Config) page(ctx context.Context, events []domain.Event) ([]event, error) {
	events = slices.DeleteFunc(
		slices.Clone(events), func(e domain.Event) bool { return e.Meta.Via == domain.ViaImport },
	)
	if len(events) == 0 {
		return nil, nil
	}
	streams, orders, err := c.belonging(ctx, events)
	if err != nil {
		return nil, err
	}
	c.People = &remembering{People: c.People}
	var page []event
	var w accounts.Wanted
	seen := map[uuid.UUID]bool{}
	for _, e := range events {
		st, known := streams[e.Stream]
		if !known || orders[st.Order] == nil {
			continue
		}
		ev := event{Event: e, order: orders[st.Order], stream: st}
		if ev.told, err = c.candidates(ctx, ev); err != nil {
			return nil, err
		}
		delete(ev.told, e.Meta.Actor)
		delete(ev.told, uuid.Nil)
		for id := range ev.told {
			if !seen[id] {
				seen[id] = true
				w.People = append(w.People, id)
			}
		}
		page = append(page, ev)
	}
	if len(w.People) == 0 {
		return nil, nil
	}
	names, err := c.People.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	for _, e := range page {
		keepSighted(e, names)
	}
	return page, nil
}

// belonging returns the streams of events and their orders.
func (c Config) belonging(
	ctx context.Context,
	events []domain.Event,
) (map[uuid.UUID]timeline.Stream, map[uuid.UUID]*order.Summary, error) {
	ids := map[uuid.UUID]bool{}
	for _, e := range events {
		ids[e.Stream] = true
	}
	streams, err := c.Streams.Find(ctx, slices.Collect(maps.Keys(ids)))
	if err != nil {
		return nil, nil, err
	}
	clear(ids)
	for _, s := range streams {
		ids[s.Order] = true
	}
	orders, err := c.Orders.Orders(ctx, slices.Collect(maps.Keys(ids)))
	return streams, orders, err
}

// remembering caches which people have certain roles.
type remembering struct {
	People
	known map[string][]accounts.User
}

func (r *remembering) once(key string, ask func() ([]accounts.User, error)) ([]accounts.User, error) {
	if people, known := r.known[key]; known {
		return people, nil
	}
	people, err := ask()
	if err != nil {
		return nil, err
	}
	if r.known == nil {
		r.known = map[string][]accounts.User{}
	}
	r.known[key] = people
	return people, nil
}

// WithRoles implements People.
func (r *remembering) WithRoles(ctx context.Context, roles ...domain.Role) ([]accounts.User, error) {
	return r.once(fmt.Sprint(roles), func() ([]accounts.User, error) { return r.People.WithRoles(ctx, roles...) })
}

// WithRolesForAll implements People.
func (r *remembering) WithRolesForAll(ctx context.Context, roles ...domain.Role) ([]accounts.User, error) {
	return r.once(
		fmt.Sprint("all", roles), func() ([]accounts.User, error) { return r.People.WithRolesForAll(ctx, roles...) },
	)
}

// candidates returns the recipients of an event before their right to see it is checked.
func (c Config) candidates(ctx context.Context, e event) (told, error) {
	to := told{}
	m := inbox.Notified{Order: e.order.ID}
	team := append([]uuid.UUID{e.order.Creator, e.order.Operator, e.order.Manager}, e.order.Collaborators...)
	switch d := e.Data.(type) {
	case *order.Published:
		m.Kind, m.Status = inbox.OrderPublished, string(d.To)
		wide, err := c.People.WithRolesForAll(ctx, inbox.ToldOfNewOrders...)
		if err != nil {
			return nil, err
		}
		for _, u := range wide {
			to[u.ID] = m
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
		asked, err := c.People.WithRoles(ctx, domain.CreativeManager, domain.ProductionManager)
		for _, u := range asked {
			to[u.ID] = m
		}
		return to, err
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
	case *proof.VersionDecided:
		m.Kind, m.Proof, m.Version = inbox.ApprovalAsked, e.Stream, d.Version
		to.add(m, d.Next...)
		if d.Outcome != route.Rejected {
			return to, nil
		}
		m.Kind = inbox.VersionRejected
	case *proof.ApproversReminded:
		m.Kind, m.Proof, m.Version = inbox.ApprovalDue, e.Stream, d.Version
		if d.Overdue {
			m.Kind = inbox.ApprovalOverdue
		}
		team = d.People
	case *proof.FileReplaced: // approvals of the other file do not count (D-15)
		return to, c.asks(ctx, e, to, everybody)
	case *order.ApproverReplaced:
		return to, c.asks(ctx, e, to, func(p uuid.UUID) bool { return p == d.To })
	default:
		return nil, nil
	}
	to.add(m, team...)
	return to, c.asks(ctx, e, to, everybody)
}

func everybody(uuid.UUID) bool { return true }

// asks tells those people whom the order's workflow asks since the event: when the order comes to review,
// when a version is added or its file replaced in review, and when somebody is asked in place of another.
func (c Config) asks(ctx context.Context, e event, to told, whom func(uuid.UUID) bool) error {
	if !e.order.Routed || e.order.Status != order.InReview {
		return nil
	}
	switch d := e.Data.(type) {
	case order.StatusChanger:
		if d.StatusChange().To != order.InReview {
			return nil
		}
	case *proof.VersionAdded, *proof.FileReplaced, *order.ApproverReplaced:
	default:
		return nil
	}
	round, err := c.RoundOf(ctx, e.order.ID)
	if err != nil || round.Route == nil || e.Position < round.Position { // the review began later
		return err
	}
	reviews, err := c.ReviewsOf(ctx, []uuid.UUID{e.order.ID})
	if err != nil {
		return err
	}
	for _, r := range slices.Backward(reviews) { // the message leads to the first file that waits
		if e.StreamType == proof.AggregateType && r.Attachment != e.Stream {
			continue
		}
		votes, progress := r.Journey.Decided(round, r.Uploaded)
		for _, p := range round.Route.Asked(votes, progress) {
			if whom(p) {
				to.add(inbox.Notified{
					Kind: inbox.ApprovalAsked, Order: e.order.ID, Proof: r.Attachment, Version: r.Version,
				}, p)
			}
		}
	}
	return nil
}

func (c Config) thread(e event, k inbox.Kind, comment uuid.UUID) inbox.Notified {
	return inbox.Notified{
		Kind:    k,
		Order:   e.order.ID,
		Proof:   e.stream.Attachment,
		Version: e.stream.Version,
		Topic:   e.Stream,
		Comment: comment,
		Public:  !e.stream.Internal,
	}
}

// add sets the notification of people. A later call replaces an earlier one.
func (t told) add(m inbox.Notified, people ...uuid.UUID) {
	for _, p := range people {
		t[p] = m
	}
}

// keepSighted removes the recipients who may not see the subject of the event.
func keepSighted(e event, names accounts.Names) {
	st := e.stream
	part := policy.Part{
		File:     policy.File{ID: st.Attachment, Kind: proof.Kind(st.Kind), ByCustomer: st.ByCustomer, Since: st.Since},
		Thread:   st.Version != uuid.Nil,
		Internal: st.Internal,
	}
	if _, added := e.Data.(*proof.VersionAdded); added { // the person must see this version (D-68)
		part.File.Since = e.Position
	}
	for id := range e.told {
		u, known := names.People[id]
		if !known || !policy.SeesPart(u.Actor(), e.order, part) {
			delete(e.told, id)
		}
	}
}
