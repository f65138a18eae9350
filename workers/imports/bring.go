package imports

import (
	"context"
	"errors"
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
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/jobs"
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

// bring imports the rows that are left. It stores how far it is about every second. It returns jobs.LaterError if it has
// stored that rows are left for another time.
func (p *plan) bring(ctx context.Context) error {
	i := p.asked
	if i.Handled == 0 {
		i.Created, i.Existing = 0, 0
	}
	var limits limits
	saved := p.Clock()
	for i.Handled < len(p.items) {
		some := p.items[i.Handled:min(i.Handled+chunk, len(p.items))]
		handled, wait, failed := p.rows(ctx, some, &limits)
		i.Handled += handled
		now := p.Clock()
		if failed == nil && wait == 0 && now.Sub(saved) < every {
			continue
		}
		saved = now
		if err := p.Table.Progress(ctx, *i); err != nil {
			return errors.Join(failed, err)
		}
		if failed != nil {
			wait = pause
		}
		if wait > 0 {
			return jobs.LaterError{At: now.Add(wait), Err: failed}
		}
	}
	i.Problems.Sort()
	return p.Table.Progress(ctx, *i)
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
	there, err := p.there(ctx, some)
	if err != nil {
		return 0, 0, err
	}
	if p.asked.Kind.Brings() != policy.ImportableOrders {
		return p.accounts(ctx, some, there)
	}
	outcomes := make([]outcome, len(some))
	if err := p.ordersBeside(ctx, some, there, outcomes, l); err != nil {
		return 0, 0, err
	}
	for n, o := range outcomes {
		p.count(some[n], o)
	}
	return len(some), 0, nil
}

// ordersBeside imports the orders of some rows beside each other, or one after the other if the account may not have
// places or slots for all of them: then the first rows get what there are.
func (p *plan) ordersBeside(ctx context.Context, some []item, there []bool, outcomes []outcome, l *limits) error {
	left, placing, ready := int64(-1), int64(0), false
	for n, i := range some {
		if !there[n] && i.placed() {
			placing++
			ready = ready || i.order.To == order.ReadyToGo
		}
	}
	if placing > 0 && l.closed == nil {
		var err error
		left, err = p.Bus.Places(ctx, p.asked.Customer)
		if e, refused := errors.AsType[*domain.Error](err); refused && final(err) {
			l.closed = e
		} else if err != nil {
			return err
		}
	}
	var all errgroup.Group
	all.SetLimit(concurrently)
	if ready || left >= 0 && left < placing {
		all.SetLimit(1)
	}
	for n, i := range some {
		if !there[n] {
			all.Go(func() (err error) {
				outcomes[n], err = p.order(ctx, i, l)
				return err
			})
		}
	}
	return all.Wait()
}

// count adds what became of a row to the result.
func (p *plan) count(i item, o outcome) {
	switch {
	case o.err != nil:
		p.refused(i, o.err)
	case o.created:
		p.asked.Created++
	default:
		p.asked.Existing++
	}
}

// order imports an order.
func (p *plan) order(ctx context.Context, i item, l *limits) (outcome, error) {
	c := *i.order
	c.Order = i.id
	l.mu.Lock()
	if i.placed() && l.closed != nil {
		defer l.mu.Unlock()
		return outcome{err: l.closed}, nil
	}
	if c.To == order.ReadyToGo && l.full {
		c.To = order.Queue
	}
	l.mu.Unlock()
	done, err := p.Bus.Do(ctx, &c, p.request(uuid.Nil))
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
		refund, err := p.Accounts.SpendInvitation(ctx, p.by, i.email)
		often, waits := errors.AsType[throttle.TooOftenError](err)
		if waits && !errors.Is(err, accounts.ErrInvitedTooOften) {
			return n, often.RetryAfter, nil
		}
		if err != nil && final(err) {
			p.count(i, outcome{err: err}) // nothing changes that soon
			continue
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
