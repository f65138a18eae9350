package mailer

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
)

// seen holds the notifications of a person whose subject the person may see now.
type seen struct {
	person accounts.User
	brand  brand
	names  accounts.Names
	orders map[uuid.UUID]*order.Summary
	covers map[uuid.UUID]string // storage keys of the orders' pictures
	seen   []notifications.Unmailed
}

// sight returns the notifications that a mail to a person may mention. It returns none for an
// unknown person.
func (c Config) sight(ctx context.Context, to uuid.UUID, all []notifications.Unmailed) (s seen, err error) {
	w := accounts.Wanted{People: []uuid.UUID{to}}
	var orders, streams []uuid.UUID
	for _, n := range all {
		w.People, orders, streams = append(w.People, n.By), append(orders, n.Order),
			append(streams, streamOf(n.Notified))
	}
	if s.names, err = c.People.Names(ctx, w); err != nil {
		return s, err
	}
	if s.orders, err = c.Orders.Orders(ctx, orders); err != nil {
		return s, err
	}
	found, err := c.Streams.Find(ctx, streams)
	if err != nil {
		return s, err
	}
	person, known := s.names.People[to]
	if !known {
		return s, nil
	}
	s.person = person
	for _, n := range all {
		st, there := found[streamOf(n.Notified)]
		if o := s.orders[n.Order]; o != nil && there && policy.SeesPart(person.Actor(), o, publicevents.PartOf(st)) {
			s.seen = append(s.seen, n)
		}
	}
	if s.brand, err = c.brandOf(ctx, person.ClientID); err != nil {
		return s, err
	}
	s.covers, err = c.coversOf(ctx, s)
	return s, err
}

// coversOf returns the picture of each order in a mail: that of the newest version that the person
// may see (BY-048).
func (c Config) coversOf(ctx context.Context, s seen) (map[uuid.UUID]string, error) {
	var ids []uuid.UUID
	for _, n := range s.seen {
		if !slices.Contains(ids, n.Order) && len(ids) < maxPictures {
			ids = append(ids, n.Order)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	pictured, err := c.Pictures.Pictured(ctx, ids)
	if err != nil {
		return nil, err
	}
	covers, by := map[uuid.UUID]string{}, s.person.Actor()
	for _, id := range ids {
		i := slices.IndexFunc(pictured[id], func(p proofs.Pictured) bool {
			f := policy.File{ID: p.Attachment, Kind: p.Kind, ByCustomer: p.ByCustomer, Since: p.Since}
			return policy.SeesFile(by, f, s.orders[id])
		})
		if i >= 0 {
			covers[id] = pictured[id][i].Thumbnail
		}
	}
	return covers, nil
}

// streamOf returns the id of the topic, file or order that a notification is about.
func streamOf(n inbox.Notified) uuid.UUID {
	switch {
	case n.Topic != uuid.Nil:
		return n.Topic
	case n.Proof != uuid.Nil:
		return n.Proof
	}
	return n.Order
}

// by returns the name of the person who caused a notification.
func (s seen) by(n notifications.Unmailed) string {
	if u, known := s.names.People[n.By]; known {
		return u.Name()
	}
	return "The system"
}

// sentence returns a sentence that describes a notification.
func (s seen) sentence(n notifications.Unmailed) string {
	return n.Kind.Sentence(s.by(n), order.Status(n.Status).Words())
}
