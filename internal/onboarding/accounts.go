package onboarding

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
)

// NewCustomer describes an account that places orders, and its owner, who gets an invitation.
type NewCustomer struct {
	ID     uuid.UUID
	Client string
	Name   string
	Terms  customer.Terms
	Owner  accounts.NewPerson
}

// OpenCustomer creates a customer and invites its owner. If it was interrupted, the same call again
// does the rest. If it is refused, for instance because the owner's address is taken, nothing is
// created.
func (o Office) OpenCustomer(ctx context.Context, n NewCustomer, r commands.Request) (commands.Result, error) {
	return o.open(
		ctx, &commands.CreateCustomer{Customer: n.ID, Client: n.Client, Terms: n.Terms}, n.Name, n.Owner, n.place(),
		&commands.InviteMember{Place: n.place()}, r,
	)
}

// SignUp creates a direct customer for somebody who registers themselves and becomes its owner. They
// chose a password, and prove their address with the link of a mail.
func (o Office) SignUp(ctx context.Context, n NewCustomer, r commands.Request) (commands.Result, error) {
	n.Client = domain.DirectClient
	return o.open(
		ctx,
		&commands.CreateCustomer{Customer: n.ID, Client: domain.DirectClient, Terms: n.Terms, SignUp: true},
		n.Name,
		n.Owner,
		n.place(),
		&commands.RegisterMember{Place: n.place(), Origin: member.SignedUp},
		r,
	)
}

func (n NewCustomer) place() member.Place {
	return member.Place{Person: n.Owner.ID, Client: n.Client, Customer: n.ID, Role: domain.Owner}
}

// NewReseller describes a white-label client, and its owner, who gets an invitation.
type NewReseller struct {
	ID    string
	Name  string
	Owner accounts.NewPerson
}

// OpenReseller creates a reseller and invites its owner, as OpenCustomer does for a customer.
func (o Office) OpenReseller(ctx context.Context, n NewReseller, r commands.Request) (commands.Result, error) {
	place := member.Place{Person: n.Owner.ID, Client: n.ID, Role: domain.Owner}
	return o.open(
		ctx,
		&commands.CreateClient{Client: n.ID, Kind: client.Reseller},
		n.Name,
		n.Owner,
		place,
		&commands.InviteMember{Place: place},
		r,
	)
}

// open stores what is personal of an account and its owner, creates the account, and brings the owner
// to their place.
func (o Office) open(
	ctx context.Context,
	create commands.Command,
	name string,
	owner accounts.NewPerson,
	place member.Place,
	enter commands.Command,
	r commands.Request,
) (commands.Result, error) {
	newPerson, err := o.Accounts.AddPerson(ctx, owner, place)
	if err != nil {
		return commands.Result{}, err
	}
	newCompany, err := o.Accounts.AddCompany(ctx, place.Client, place.Customer, name)
	if err == nil {
		_, err = o.Bus.Do(ctx, create, r)
	}
	if err != nil {
		after := context.WithoutCancel(ctx)
		if refused(err) && newPerson {
			err = errors.Join(err, o.Accounts.ForgetPerson(after, owner.ID))
		}
		if refused(err) && newCompany {
			err = errors.Join(err, o.Accounts.ForgetCompany(after, place.Client, place.Customer))
		}
		return commands.Result{}, err
	}
	return o.Bus.Do(ctx, enter, second(r))
}

// refused reports whether a command was certainly not stored.
func refused(err error) bool {
	e, ok := errors.AsType[*domain.Error](err)
	return ok && e.Code != domain.Unavailable
}

// second returns the request of the second command of a call. Its key differs, so that repeating the
// call repeats both.
func second(r commands.Request) commands.Request {
	if r.ID != uuid.Nil {
		r.ID = uuid.NewSHA1(r.ID, []byte("second"))
	}
	return r
}
