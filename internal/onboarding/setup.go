package onboarding

import (
	"context"
	"errors"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Founding describes a new installation and its first admin.
type Founding struct {
	Product string // the name of the design service
	Logo    []byte // a PNG, or nil
	Hours   client.Hours
	Admin   accounts.NewPerson
	// InternationalPhones says that phone numbers may begin with + (D-89).
	InternationalPhones bool
}

// Found sets an installation up with its first admin. It returns commands.ErrAdminExists if there is
// an admin, and then changes nothing that people see.
func (o Office) Found(ctx context.Context, f Founding, r commands.Request) error {
	if err := o.wellKnownClients(ctx); err != nil {
		return err
	}
	place := member.Place{Person: f.Admin.ID, Client: domain.ProviderClient, Role: domain.Admin}
	if _, err := o.bringIn(
		ctx,
		f.Admin,
		place,
		&commands.RegisterMember{Place: place, Origin: member.SetUp},
		r,
	); err != nil {
		return err
	}
	if err := o.nameProvider(ctx, f.Product); err != nil {
		return err
	}
	if err := o.Accounts.TakeInternationalPhones(ctx, f.InternationalPhones); err != nil {
		return err
	}
	if _, err := o.Bus.Do(
		ctx,
		&commands.SetHours{Client: domain.ProviderClient, Hours: f.Hours},
		r,
	); err != nil ||
		f.Logo == nil {
		return err
	}
	logo, err := o.Accounts.SaveBrandFile(ctx, domain.ProviderClient, f.Logo)
	if err != nil {
		return err
	}
	_, err = o.Bus.Do(ctx, &commands.ChangeBranding{Client: domain.ProviderClient, Branding: client.Branding{
		Colour: client.DefaultColour, Logo: logo,
	}}, second(r))
	return err
}

// nameProvider names the provider, and its direct customers like it.
func (o Office) nameProvider(ctx context.Context, product string) error {
	for _, id := range []string{domain.ProviderClient, domain.DirectClient} {
		if err := o.Accounts.NameTenant(ctx, id, product); err != nil {
			return err
		}
	}
	return nil
}

// wellKnownClients creates the clients that every installation has (D-25).
func (o Office) wellKnownClients(ctx context.Context) error {
	return o.clients(ctx, []accounts.Client{
		{ID: domain.ProviderClient, Kind: string(client.Provider)},
		{ID: domain.DirectClient, Kind: string(client.Direct)},
	})
}

// Register adds a person with a password to an account.
func (o Office) Register(
	ctx context.Context,
	p accounts.NewPerson,
	place member.Place,
	r commands.Request,
) (commands.Result, error) {
	p.Given = true
	return o.bringIn(ctx, p, place, &commands.RegisterMember{Place: place, Origin: member.Created}, r)
}

// Invite adds a person to an account who chooses their password with the link of a mail.
func (o Office) Invite(
	ctx context.Context,
	p accounts.NewPerson,
	place member.Place,
	r commands.Request,
) (commands.Result, error) {
	return o.bringIn(ctx, p, place, &commands.InviteMember{Place: place}, r)
}

// bringIn stores a person's data and then makes them a member. If that is refused, the data are
// removed again. They stay if it is unknown whether the command was stored.
func (o Office) bringIn(
	ctx context.Context,
	p accounts.NewPerson,
	place member.Place,
	cmd commands.Command,
	r commands.Request,
) (commands.Result, error) {
	added, err := o.Accounts.AddPerson(ctx, p, place)
	if err != nil {
		return commands.Result{}, err
	}
	done, err := o.Bus.Do(ctx, cmd, r)
	if added && refused(err) {
		err = errors.Join(err, o.Accounts.ForgetPerson(context.WithoutCancel(ctx), p.ID))
	}
	return done, err
}

// Provider makes sure that the clients of every installation exist, so that an operator of the
// machine can add people before anybody has set the installation up.
func (o Office) Provider(ctx context.Context, product string) error {
	if err := o.wellKnownClients(ctx); err != nil {
		return err
	}
	for _, id := range []string{domain.ProviderClient, domain.DirectClient} {
		known, err := o.Accounts.Names(ctx, accounts.Wanted{Clients: []string{id}})
		if err != nil {
			return err
		}
		if known.Clients[id].Name == "" {
			if err := o.Accounts.NameTenant(ctx, id, product); err != nil {
				return err
			}
		}
	}
	return nil
}
