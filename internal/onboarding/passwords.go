package onboarding

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
)

// ChangePassword records, in every account that the login of a person opens, that its password was changed:
// that ends their sessions there, but the one kept (D-82). Whoever calls it stores the password afterwards,
// so that a password which was changed has ended them in any case. r is the request for the person; the
// others repeat it in their own name.
func (o Office) ChangePassword(
	ctx context.Context,
	person uuid.UUID,
	way member.Way,
	kept uuid.UUID,
	r commands.Request,
) (last commands.Result, err error) {
	all, err := o.Accounts.Same(ctx, person)
	if err != nil {
		return last, err
	}
	// First that of the person: if it is refused, nothing is changed.
	if last, err = o.Bus.Do(ctx, &commands.ChangePassword{Person: person, Way: way, Kept: kept}, r); err != nil {
		return last, err
	}
	for _, u := range all {
		if u.ID == person {
			continue
		}
		of := r
		if r.Actor.Role != domain.System {
			of.Actor = u.Actor()
		}
		if r.ID != uuid.Nil {
			of.ID = uuid.NewSHA1(r.ID, u.ID[:])
		}
		done, err := o.Bus.Do(ctx, &commands.ChangePassword{Person: u.ID, Way: member.Elsewhere, Kept: kept}, of)
		if err != nil {
			return last, err
		}
		last.Position = max(last.Position, done.Position)
	}
	return last, nil
}
