// Package offboarding deletes accounts and people. It deletes a customer 30 days after its owner
// asked for that, and a person 30 days after they were removed (D-51). It also deletes what is left
// of people who were being added when the server stopped. Each step can be repeated.
package offboarding

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

const (
	// keepRemoved is how long the data of a removed person are kept, as long as a deleted account's.
	keepRemoved = 30 * 24 * time.Hour
	// keepHalf is how long somebody's data wait for the event that makes them a member.
	keepHalf = time.Hour
	// keepUnverified is how long somebody who registered themselves has to prove their address.
	keepUnverified = 7 * 24 * time.Hour
	// remindFrom is how long before a deletion its owners are reminded first.
	remindFrom = 7 * 24 * time.Hour
	atATime    = 20
)

// Bus handles commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error)
}

// Office deletes accounts and people. Every field is required.
type Office struct {
	Accounts *accounts.Store
	Bus      Bus
	Clock    func() time.Time
	Logger   *slog.Logger
	// Erase removes the personal data of people and destroys the keys of their texts. It returns in
	// left what it could not remove yet.
	Erase func(ctx context.Context, people []uuid.UUID) (left []string, err error)
	// RemoveFiles removes the files of a customer's orders from the store.
	RemoveFiles func(ctx context.Context, customer uuid.UUID) error
	// RemoveWebhooks removes the addresses and secrets of a customer's webhooks.
	RemoveWebhooks func(ctx context.Context, customer uuid.UUID) error
	// Joined reports whether the log has a membership of a person.
	Joined func(ctx context.Context, person uuid.UUID) (bool, error)
	// CatchUp waits until the read models have applied the whole log.
	CatchUp func(ctx context.Context) error
}

// SignUps gives up the customers whose owners registered themselves and did not prove their address for
// a week, so that nobody keeps the address of somebody else. Customers deletes them then.
func (o Office) SignUps(ctx context.Context) error {
	if err := o.CatchUp(ctx); err != nil {
		return err
	}
	found, err := o.Accounts.Unverified(ctx, o.Clock().Add(-keepUnverified), atATime)
	errs := []error{err}
	for _, s := range found {
		errs = append(errs, o.do(ctx, &commands.AbandonSignUp{Customer: s.Customer, Person: s.Owner}))
	}
	return errors.Join(errs...)
}

// Remind records for the customers whose deletion is a week or a day ahead that it is. Their owners are
// mailed about that.
func (o Office) Remind(ctx context.Context) error {
	if err := o.CatchUp(ctx); err != nil {
		return err
	}
	now := o.Clock()
	soon, err := o.Accounts.LeavingSoon(ctx, now, now.Add(remindFrom))
	errs := []error{err}
	for _, id := range soon {
		errs = append(errs, o.do(ctx, &commands.RemindOfDeletion{Customer: id}))
	}
	return errors.Join(errs...)
}

// Customers deletes the customers whose 30 days are over: an event says so, their people can no
// longer sign in, the keys of their texts are destroyed, and their files are removed from the store.
// The name of the company is removed last. As long as it is there, the next run continues an
// interrupted deletion.
func (o Office) Customers(ctx context.Context) error {
	if err := o.CatchUp(ctx); err != nil {
		return err
	}
	doomed, err := o.Accounts.Doomed(ctx, o.Clock(), atATime)
	if err != nil {
		return err
	}
	var errs []error // one account that cannot be deleted does not keep the others
	for _, id := range doomed {
		errs = append(errs, o.customer(ctx, id))
	}
	return errors.Join(errs...)
}

func (o Office) customer(ctx context.Context, id uuid.UUID) error {
	if err := o.do(ctx, &commands.DeleteCustomer{Customer: id}); err != nil {
		return err
	}
	people, err := o.Accounts.Everybody(ctx, id)
	if err != nil {
		return err
	}
	for _, person := range people {
		if err := o.do(ctx, &commands.CloseMembership{Person: person, Customer: id}); err != nil {
			return err
		}
	}
	if err := o.erase(ctx, people); err != nil {
		return err
	}
	if err := o.RemoveFiles(ctx, id); err != nil {
		return err
	}
	if err := o.RemoveWebhooks(ctx, id); err != nil {
		return err
	}
	o.Logger.InfoContext(ctx, "an account was deleted", "customer", id, "people", len(people))
	return o.Accounts.EraseCompany(ctx, id)
}

// do sends a command as the product itself. Repeating it has no effect.
func (o Office) do(ctx context.Context, cmd commands.Command) error {
	_, err := o.Bus.Do(ctx, cmd, commands.Request{Actor: domain.Actor{Role: domain.System}, Via: "automation"})
	if errors.Is(err, domain.ErrNotFound) { // done before
		return nil
	}
	return err
}

func (o Office) erase(ctx context.Context, people []uuid.UUID) error {
	if len(people) == 0 {
		return nil
	}
	left, err := o.Erase(ctx, people)
	for _, what := range left {
		o.Logger.WarnContext(ctx, "an erasure is not complete", "left", what)
	}
	return err
}

// People erases people who were removed 30 days ago.
func (o Office) People(ctx context.Context) error {
	for {
		gone, err := o.Accounts.RemovedBefore(ctx, o.Clock().Add(-keepRemoved), atATime)
		if err == nil {
			err = o.erase(ctx, gone)
		}
		if err != nil || len(gone) < atATime {
			return err
		}
	}
}

// Halves removes the data of people whose membership never came, because the server ended between
// both.
func (o Office) Halves(ctx context.Context) error {
	waiting, err := o.Accounts.Halves(ctx, o.Clock().Add(-keepHalf), atATime)
	if err != nil {
		return err
	}
	for _, person := range waiting {
		joined, err := o.Joined(ctx, person)
		if err == nil && !joined {
			err = o.Accounts.ForgetPerson(ctx, person)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
