package imports

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

const (
	chunk        = 128 // rows between two looks at what is stored
	concurrently = 8   // orders whose appends share commits
)

// outcome is what became of a row.
type outcome struct {
	created bool
	err     error // a refusal
}

// bring imports the rows that are left. It stores how far it is about every second. done is false if
// rows are left for another time.
func (p *plan) bring(ctx context.Context) (done bool, err error) {
	j := p.job
	if j.Handled == 0 {
		j.Created, j.Existing = 0, 0
	}
	var limits limits
	saved := p.Clock()
	for j.Handled < len(p.items) {
		some := p.items[j.Handled:min(j.Handled+chunk, len(p.items))]
		handled, wait, err := p.rows(ctx, some, &limits)
		j.Handled += handled
		if now := p.Clock(); err != nil || wait > 0 || now.Sub(saved) >= every {
			if saved, j.ResumesAt = now, nil; wait > 0 {
				at := now.Add(wait)
				j.ResumesAt = &at
			}
			err = errors.Join(err, p.Jobs.Progress(ctx, *j))
		}
		if err != nil || wait > 0 {
			return false, err
		}
	}
	j.ResumesAt = nil
	j.Problems.Sort()
	return true, p.Jobs.Progress(ctx, *j)
}

// limits are what an import has learned about the account, so that it does not ask for each order.
type limits struct {
	mu     sync.Mutex
	full   bool          // no slot is free
	closed *domain.Error // why no order can be placed any more
}

// rows imports some rows, and counts them. It returns how many it has handled, and how long to wait until
// the next one may be.
func (p *plan) rows(ctx context.Context, some []item, l *limits) (handled int, wait time.Duration, err error) {
	there, _, err := p.there(ctx, some)
	if err != nil {
		return 0, 0, err
	}
	if p.job.Kind.Brings() != policy.ImportableOrders {
		return p.accounts(ctx, some, there)
	}
	outcomes := make([]outcome, len(some))
	later, err := p.reserved(ctx, some, there, outcomes, l)
	for _, n := range later {
		if err == nil {
			outcomes[n], err = p.order(ctx, some[n], l, 0)
		}
	}
	if err != nil {
		return 0, 0, err
	}
	for n, o := range outcomes {
		p.count(some[n], o)
	}
	return len(some), 0, nil
}

// count adds what became of a row to the result.
// reserved imports the orders of some rows beside each other, as many as the account's plan has places for. It returns
// the other rows with orders, which the plan may have to refuse one after the other.
func (p *plan) reserved(
	ctx context.Context,
	some []item,
	there []bool,
	outcomes []outcome,
	l *limits,
) (later []int, err error) {
	places := commands.Reservation{Left: -1}
	var missing []int
	placing := false
	for n, i := range some {
		if !there[n] {
			missing, placing = append(missing, n), placing || i.placed()
		}
	}
	if placing && l.closed == nil {
		places, err = p.Bus.Reserve(ctx, p.job.Customer)
		defer places.Release()
		if e, refused := errors.AsType[*domain.Error](err); refused && final(err) {
			l.closed = e
		} else if err != nil {
			return nil, err
		}
	}
	limited := l.closed == nil && places.Left >= 0
	var all errgroup.Group
	all.SetLimit(concurrently)
	if slices.ContainsFunc(some, func(i item) bool { return i.order.To == order.ReadyToGo }) {
		all.SetLimit(1) // each waits for the slot that the one before it has taken
	}
	for _, n := range missing {
		i, version := some[n], 0
		if limited && i.placed() {
			if places.Left == 0 {
				later = append(later, n)
				continue
			}
			places.Left--
			version = places.Version
		}
		all.Go(func() (err error) {
			outcomes[n], err = p.order(ctx, i, l, version)
			return err
		})
	}
	return later, all.Wait()
}

func (p *plan) count(i item, o outcome) {
	switch {
	case o.err != nil:
		p.refused(i, o.err)
	case o.created:
		p.job.Created++
	default:
		p.job.Existing++
	}
}

// order imports an order, which may have a reserved place in a version of the account's subscription.
func (p *plan) order(ctx context.Context, i item, l *limits, reserved int) (outcome, error) {
	c := *i.order
	c.Reserved = reserved
	l.mu.Lock()
	if i.placed() && l.closed != nil {
		defer l.mu.Unlock()
		return outcome{err: l.closed}, nil
	}
	if c.To == order.ReadyToGo && l.full {
		c.To = order.Queue
	}
	l.mu.Unlock()
	done, err := p.Bus.Do(ctx, commands.NewImportOrder(i.id, c), p.request(uuid.Nil))
	if err != nil && !final(err) {
		return outcome{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, refused := errors.AsType[*domain.Error](err); refused && i.placed() && ofPlan(e) {
		l.closed = e
	}
	if err == nil && done.Changed && c.To == order.ReadyToGo && done.Order != nil && done.Order.Status == order.Queue {
		l.full = true
	}
	return outcome{created: done.Changed, err: err}, nil
}

// ofPlan reports whether a refusal is that of the account's plan, so that other orders would meet it too.
func ofPlan(e *domain.Error) bool {
	return strings.HasPrefix(e.Reason, "subscription.") || errors.Is(e, order.ErrEstimateMissing)
}

func (p *plan) request(id uuid.UUID) commands.Request {
	return commands.Request{Actor: p.by, ID: id, Via: domain.ViaImport}
}

// accounts invites people, or opens accounts of customers, one after the other. Their mails are counted with
// those that the person has sent by hand.
func (p *plan) accounts(ctx context.Context, some []item, there []bool) (handled int, wait time.Duration, err error) {
	for n, i := range some {
		if there[n] {
			p.count(i, outcome{})
			continue
		}
		refund, err := p.Accounts.Spend(ctx, accounts.Invitations, p.by.ID.String(), accounts.ErrTooManyPeople)
		if often, ok := errors.AsType[accounts.TooOftenError](err); ok {
			return n, often.RetryAfter, nil
		}
		if err != nil {
			return n, 0, err
		}
		o, err := p.account(ctx, i)
		if err != nil || !o.created {
			if e := refund(context.WithoutCancel(ctx)); err == nil {
				err = e
			}
		}
		if err != nil {
			return n, 0, err
		}
		p.count(i, o)
	}
	return len(some), 0, nil
}

func (p *plan) account(ctx context.Context, i item) (o outcome, err error) {
	if i.person != nil {
		_, err = p.People.Invite(ctx, i.person.NewPerson, i.person.Place, p.request(uuid.Nil))
	} else {
		_, err = p.People.OpenCustomer(ctx, *i.customer, p.request(uuid.NewSHA1(i.customer.ID, []byte("import"))))
	}
	switch {
	case err == nil:
		return outcome{created: true}, nil
	case errors.Is(err, member.ErrExists), errors.Is(err, customer.ErrExists), errors.Is(err, domain.ErrKeyReused):
		return outcome{}, nil
	case final(err):
		return outcome{err: err}, nil
	}
	return outcome{}, err
}
