package order

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// ErrNotImportable is returned for a status that needs what a file cannot bring, such as a guest who is
// invited to a proof.
var ErrNotImportable = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "order.not_importable",
	Message: "An order cannot be imported with this status. Choose another one.",
}

// Imported is an order that another program knows.
type Imported struct {
	Drafted
	To         Status
	Reason     string    // for on-hold, 1 to 255 characters
	SlotIsFree bool      // the account has room for another active order (D-06)
	Place      time.Time // decides about the place among cards of the same zone: later is below
}

// step is a click that brings an imported order nearer to its status.
type step func(o *Order, i Imported, by domain.Actor, at time.Time) error

func act(a Action) step {
	return func(o *Order, i Imported, by domain.Actor, at time.Time) error {
		return o.Act(a, i.Reason, i.To == ReadyToGo && i.SlotIsFree, by, at)
	}
}

func move(to Status) step {
	return func(o *Order, _ Imported, by domain.Actor, at time.Time) error {
		return o.Move(Move{To: to, Via: StatusControl}, by, at)
	}
}

// roads has the clicks that bring a draft to a status. A status that is missing here cannot be imported.
var roads = map[Status][]step{
	Draft:        nil,
	Queue:        {act(Publish)},
	ReadyToGo:    {act(Publish)},
	OnHold:       {act(Publish), act(Hold)},
	InProgress:   {move(InProgress)},
	InReview:     {move(InProgress), move(InReview)},
	Approved:     {move(InProgress), move(InReview), move(Approved)},
	Completed:    {move(InProgress), move(InReview), move(Approved), move(Completed)},
	CancelledOff: {act(Cancel)},
}

// Import creates an order with a status. It records what the clicks record that bring a draft there by
// hand, and is refused where one of them is refused to this person. An order that is to be ready to go
// waits in the queue if no slot is free.
func (o *Order) Import(i Imported, by domain.Actor, at time.Time) error {
	if o.Exists() {
		return ErrExists
	}
	road, known := roads[i.To]
	if !known {
		return ErrNotImportable
	}
	walk := New(o.ID)
	err := walk.Draft(i.Drafted, at)
	recorded, err := walk.take(nil, err)
	for _, s := range road {
		if err != nil {
			return err
		}
		err = s(walk, i, by, at)
		recorded, err = walk.take(recorded, err)
	}
	if err != nil {
		return err
	}
	rank := RankAtEnd(o.ID, i.Place)
	for _, r := range recorded {
		switch d := r.Data.(type) {
		case *Drafted:
			d.Rank = rank
		case interface{ place(rank string) }:
			d.place(rank)
		}
		o.Record(r.Type, r.Data, r.At)
	}
	return nil
}

func (c *Change) place(rank string) { c.Rank = rank }

// take applies the recorded events, as if they were stored, and adds them to the earlier ones.
func (o *Order) take(earlier []domain.Recorded, err error) ([]domain.Recorded, error) {
	if err != nil {
		return nil, err
	}
	for _, r := range o.TakeRecorded() {
		e := domain.Event{
			Stream:     o.ID,
			Version:    o.Version + 1,
			StreamType: AggregateType,
			Type:       r.Type,
			Data:       r.Data,
			OccurredAt: r.At,
		}
		if err := domain.Apply(o, e); err != nil {
			return nil, err
		}
		earlier = append(earlier, r)
	}
	return earlier, nil
}

// Importable lists the statuses with which a person can import orders of an account.
func Importable(by domain.Actor, client string, customer uuid.UUID) []Status {
	return slices.DeleteFunc(slices.Clone(Statuses), func(s Status) bool {
		return New(uuid.New()).Import(Imported{
			Drafted: Drafted{
				Client:   client,
				Customer: customer,
				Creator:  by.ID,
				Details:  Details{Headline: Headline{Name: "import"}},
			},
			To: s, Reason: "import", Place: time.Unix(0, 0),
		}, by, time.Unix(0, 0)) != nil
	})
}
