package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// Number is what people call an order, such as PB-7. It has the prefix that the client had when the order began, and
// its place among the client's orders (D-87).
type Number struct {
	Prefix string `json:"prefix"`
	N      int64  `json:"n"`
}

// String returns the number as people read it. It is empty for none.
func (n Number) String() string {
	if n.N == 0 {
		return ""
	}
	return fmt.Sprintf("%s-%d", n.Prefix, n.N)
}

// NumberAt returns the number of an order. Orders from before clients counted their own are called by the position
// of their first event.
func (d *Drafted) NumberAt(position int64) Number {
	if d.Number.N == 0 {
		return Number{billing.DefaultPrefix, position}
	}
	return d.Number
}

// NeedsNumber reports whether the recorded events begin an order that has no number yet.
func (o *Order) NeedsNumber() bool {
	d := o.begun()
	return d != nil && d.Number.N == 0
}

// Call adds the order's number to the recorded event that begins it.
func (o *Order) Call(n Number) { o.begun().Number = n }

// ClientOf returns the client of an order that the recorded events begin.
func (o *Order) ClientOf() string { return o.begun().Client }

func (o *Order) begun() *Drafted {
	for _, r := range o.Pending() {
		if d, ok := r.Data.(*Drafted); ok {
			return d
		}
	}
	return nil
}

// RegisterAggregate names the streams that number the orders of a client.
const RegisterAggregate eh.AggregateType = "order-register"

// NumberedType is a stored name; it never changes.
const NumberedType eh.EventType = "order-register.numbered"

// Numbered gives an order the next number of its client.
type Numbered struct {
	Order  uuid.UUID `json:"order"`
	Number int64     `json:"number"`
}

// RegisterStreams describes the registers of numbers.
var RegisterStreams = &domain.Streams[*Register]{
	Type:     RegisterAggregate,
	Says:     "One stream for the numbers of each client's orders. Its id is made from the client's.",
	New:      NewRegister,
	Snapshot: 1,
	Events:   []domain.EventType{domain.Type[Numbered](NumberedType, "An order got the next number of its client.")},
}

// RegisterOf returns the id of a client's register.
func RegisterOf(client string) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("order register "+client))
}

// Register numbers the orders of a client.
type Register struct {
	domain.Base
	Last   int64
	Recent []Numbered // the newest, because a number is asked for again if its order was not stored
}

// remembered is how many numbers a register remembers with their orders.
const remembered = 50

// NewRegister returns a register that has given no number.
func NewRegister(id uuid.UUID) *Register { return &Register{Base: domain.Base{ID: id}} }

// Of returns the number that an order got a short time ago, or 0.
func (r *Register) Of(order uuid.UUID) int64 {
	for _, n := range r.Recent {
		if n.Order == order {
			return n.Number
		}
	}
	return 0
}

// Give gives an order a number that is above the last.
func (r *Register) Give(order uuid.UUID, number int64, at time.Time) {
	r.Record(NumberedType, &Numbered{order, number}, at)
}

// Apply folds one event.
func (r *Register) Apply(e domain.Event) error {
	d, ok := e.Data.(*Numbered)
	if !ok {
		return fmt.Errorf("order register: unknown event %s", e.Type)
	}
	r.Last = d.Number
	r.Recent = append(slices.Clone(r.Recent[max(0, len(r.Recent)+1-remembered):]), *d)
	return r.Advance(e)
}

// Named returns the number that a text such as 'pb-7' or '7' names. Its prefix is empty if the text has none.
func Named(text string) (n Number, ok bool) {
	digits := strings.TrimSpace(text)
	if prefix, rest, found := strings.Cut(digits, "-"); found {
		n.Prefix, digits = strings.ToUpper(prefix), rest
		if !billing.IsPrefix(n.Prefix) {
			return Number{}, false
		}
	}
	if digits == "" || len(digits) > 18 || strings.Trim(digits, "0123456789") != "" {
		return Number{}, false
	}
	var err error
	n.N, err = strconv.ParseInt(digits, 10, 64)
	return n, err == nil && n.N > 0
}
