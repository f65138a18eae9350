package automations

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/board"
)

const (
	duePage = 500 // orders that are looked at together

	// late is the longest time after which people are still told that an order is overdue. After an upgrade or an import
	// nobody gets a message for every old order.
	late = 24 * time.Hour
)

// Reminders reminds the operator and the manager of an order one working day before it is due. When it is overdue, it
// tells the manager. See D-94.
type Reminders struct {
	Config
	// DueBetween returns orders that are worked on and are due after one time and until another, by their ids, after the
	// given one.
	DueBetween func(ctx context.Context, from, until time.Time, after uuid.UUID, limit int) ([]board.Card, error)
	Hours      func(ctx context.Context) (client.Hours, error)
	Clock      func() time.Time

	told map[uuid.UUID]time.Time // when what this process told was due, so that it is not sent again with every look
}

// Look sends the reminders that are due. The id of a reminder is made from its order, due time and person, so nobody
// gets one twice, even from two processes.
func (r *Reminders) Look(ctx context.Context) error {
	hours, err := r.Hours(ctx)
	if err != nil {
		return err
	}
	now := r.Clock()
	from, until := now.Add(-late), hours.Calendar().Reach(now, 1)
	if r.told == nil {
		r.told = map[uuid.UUID]time.Time{}
	}
	maps.DeleteFunc(r.told, func(_ uuid.UUID, due time.Time) bool { return !due.After(from) })
	c := r.Config
	c.People = &remembering{People: c.People}
	var after uuid.UUID
	for {
		cards, err := r.DueBetween(ctx, from, until, after, duePage)
		if err != nil {
			return err
		}
		orders := make(map[uuid.UUID]*order.Summary, len(cards))
		for i := range cards {
			orders[cards[i].ID], after = &cards[i].Summary, cards[i].ID
		}
		names, err := c.own(ctx, orders)
		if err != nil {
			return err
		}
		for _, o := range orders {
			if err := r.remind(ctx, c, o, names, now); err != nil {
				return err
			}
		}
		if len(cards) < duePage {
			return nil
		}
	}
}

// remind tells the people of one order, once.
func (r *Reminders) remind(ctx context.Context, c Config, o *order.Summary, names accounts.Names, now time.Time) error {
	kind, of := inbox.OrderDue, *o
	if !o.Due.After(now) {
		kind, of.Operator = inbox.OrderOverdue, uuid.Nil
	}
	reminder := uuid.NewSHA1(namespace, fmt.Appendf(nil, "%s %s %d", kind, o.ID, o.Due.Unix()))
	if _, told := r.told[reminder]; told {
		return nil
	}
	people, err := c.provider(ctx, event{order: &of, names: names})
	if err != nil {
		return err
	}
	for _, person := range people {
		id := uuid.NewSHA1(reminder, person[:])
		news := inbox.News{Notified: inbox.Notified{Message: id, Kind: kind, Group: o.ID.String(), Order: o.ID}}
		_, err := c.Bus.Do(
			ctx, &commands.Notify{Person: person, News: []inbox.News{news}},
			commands.Request{Actor: system, ID: id, Via: "automation"},
		)
		if refused, is := errors.AsType[*domain.Error](err); is && refused.Code != domain.Unavailable {
			c.Logger.ErrorContext(ctx, "a reminder was refused", "error", err, "person", person, "order", o.ID)
		} else if err != nil {
			return err
		}
	}
	r.told[reminder] = *o.Due
	return nil
}
