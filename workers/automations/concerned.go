package automations

import (
	"context"
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
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
)

// told maps each recipient to their notification of an event.
type told map[uuid.UUID]inbox.Notified

// event is an event with its order and its recipients.
type event struct {
	domain.Event
	order   *order.Summary
	stream  timeline.Stream
	names   accounts.Names  // of the people of the order
	reviews []proofs.Review // the order's files for customer review, if the event asks people to look at them
	told    told
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
	own, err := c.own(ctx, orders)
	if err != nil {
		return nil, err
	}
	var page []event
	for _, e := range events {
		if st, known := streams[e.Stream]; known && orders[st.Order] != nil {
			page = append(page, event{Event: e, order: orders[st.Order], stream: st, names: own})
		}
	}
	if err := c.findReviews(ctx, page); err != nil {
		return nil, err
	}
	everybody := map[uuid.UUID]bool{}
	for i := range page {
		e := &page[i]
		if e.told, err = c.candidates(ctx, *e); err != nil {
			return nil, err
		}
		delete(e.told, e.Meta.Actor)
		delete(e.told, uuid.Nil)
		for id := range e.told {
			everybody[id] = true
		}
	}
	if len(everybody) == 0 {
		return nil, nil
	}
	names, err := c.People.Names(ctx, accounts.Wanted{People: slices.Collect(maps.Keys(everybody))})
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

// candidates returns the recipients of an event before their right to see it is checked.
func (c Config) candidates(ctx context.Context, e event) (told, error) {
	to := told{}
	m := inbox.Notified{Order: e.order.ID}
	team, provider, err := c.team(ctx, e)
	if err != nil {
		return nil, err
	}
	switch d := e.Data.(type) {
	case *order.Published:
		m.Kind, m.Status = inbox.OrderPublished, string(d.To)
		wide, err := c.People.WithRolesForAll(ctx, inbox.ToldOfNewOrders...)
		if err != nil {
			return nil, err
		}
		to.add(m, ids(wide)...)
	case *order.Held:
		m.Kind, m.Status = inbox.OrderHeld, string(d.To)
	case *order.Promoted:
		m.Kind, m.Status = inbox.OrderPromoted, string(d.To)
	case *order.RevertedToDraft:
		return nil, nil
	case order.StatusChanger:
		m.Kind, m.Status = moved(d.StatusChange()), string(d.StatusChange().To)
	case *order.Assigned:
		m.Kind = inbox.Assigned
		team = []uuid.UUID{d.Operator, d.Manager}
	case *order.CollaboratorsSet:
		m.Kind = inbox.CollaboratorAdded
		team = d.Added
	case *order.EstimateAsked:
		owners, err := c.owners(ctx, e.order)
		m.Kind = inbox.EstimateAsked
		to.add(m, ids(owners)...)
		return to, err
	case *proof.VersionAdded:
		m.Kind, m.Proof, m.Version = inbox.VersionAdded, e.Stream, d.Version
	case *proof.VersionApproved:
		m.Kind, m.Proof, m.Version = inbox.VersionApproved, e.Stream, d.Version
		team = provider
	case *proof.VersionRevised:
		m.Kind, m.Proof, m.Version = inbox.VersionRevised, e.Stream, d.Version
		team = provider
	case *proof.ReviewRequested:
		m.Kind, m.Proof, m.Version = inbox.ReviewRequested, e.Stream, d.Version
		asked, err := c.withRoles(ctx, domain.CreativeManager, domain.ProductionManager)
		to.add(m, asked...)
		return to, err
	case *topic.Opened:
		m = c.thread(e, written(e), uuid.Nil)
		to.add(m, team...)
		m.Kind = inbox.Mentioned
		team = d.Mentions
	case *topic.Replied:
		m = c.thread(e, written(e), d.Comment)
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
	if err := c.asksForReview(ctx, e, to); err != nil {
		return nil, err
	}
	return to, c.asks(ctx, e, to, everybody)
}

// moved returns the kind of the notification of a change of status. A change that ends a review is a
// decision, which somebody waits for.
func moved(c order.Change) inbox.Kind {
	switch {
	case c.From != order.InReview:
	case c.To == order.Approved:
		return inbox.OrderApproved
	case c.To == order.InProgress:
		return inbox.OrderReturned
	}
	return inbox.OrderMoved
}

func everybody(uuid.UUID) bool { return true }

// asks tells those people whom the order's workflow asks since the event: when the order comes to review,
// when a version is added or its file replaced in review, and when somebody is asked in place of another.
func (c Config) asks(ctx context.Context, e event, to told, whom func(uuid.UUID) bool) error {
	if !e.order.Routed || !beginsReview(e) {
		return nil
	}
	round, err := c.RoundOf(ctx, e.order.ID)
	if err != nil || round.Route == nil || e.Position < round.Position { // the review began later
		return err
	}
	for _, r := range slices.Backward(e.reviews) { // the message leads to the first file that waits
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

// written returns the kind of the notification of what somebody wrote.
func written(e event) inbox.Kind {
	if e.stream.Attachment == uuid.Nil {
		return inbox.MessageWritten
	}
	return inbox.Commented
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
	part := publicevents.PartOf(st)
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
