package core

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/onboarding"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/organisation"
)

// entryAdopted is the entry in the ledger of effects, at position 0, that all accounts are events.
const entryAdopted = "accounts adopted"

// Office returns what brings clients, customers and people in.
func (p *Core) Office() onboarding.Office {
	return onboarding.Office{Accounts: p.Accounts, Bus: p.Bus}
}

// Adopt turns the accounts of a version without events of accounts into events, once, and waits
// until the read model shows them.
func (p *Core) Adopt(ctx context.Context) error {
	done, err := p.Ledger.Done(ctx, 0, entryAdopted)
	if err != nil || done {
		return err
	}
	return p.Leases.LeadOnce(ctx, entryAdopted, func(ctx context.Context) error {
		if err := p.Office().Adopt(ctx); err != nil {
			return err
		}
		if err := p.followed(ctx); err != nil {
			return err
		}
		return p.Ledger.Record(ctx, 0, entryAdopted)
	})
}

// Plant adds the accounts of a seed, and waits until the read model shows them.
func (p *Core) Plant(ctx context.Context, seed accounts.Seed) error {
	if err := p.Office().Plant(ctx, seed); err != nil {
		return err
	}
	return p.followed(ctx)
}

// SetupLink returns a new link that sets the installation up, or "" if it has an admin. Older links
// no longer work.
func (p *Core) SetupLink(ctx context.Context, base string) (string, error) {
	has, err := p.Accounts.HasAdmin(ctx)
	if err != nil || has {
		return "", err
	}
	token, err := p.Accounts.NewToken(ctx, uuid.Nil, accounts.ForSetup)
	return base + "/setup#token=" + token, err
}

// Provider makes sure that the clients of every installation exist.
func (p *Core) Provider(ctx context.Context) error {
	if err := p.Office().Provider(ctx, "Proofboard"); err != nil {
		return err
	}
	return p.followed(ctx)
}

// Register adds a person with a password to an account, as the operator of the machine.
func (p *Core) Register(ctx context.Context, who accounts.NewPerson, place member.Place) error {
	return p.operate(ctx, func(r commands.Request) error {
		_, err := p.Office().Register(ctx, who, place, r)
		return err
	})
}

// Invite adds a person to an account who gets a mail with a link, as the operator of the machine.
func (p *Core) Invite(ctx context.Context, who accounts.NewPerson, place member.Place) error {
	return p.operate(ctx, func(r commands.Request) error {
		_, err := p.Office().Invite(ctx, who, place, r)
		return err
	})
}

// ChangePassword gives a person another password in place of the one that they sign in with, as the operator
// of the machine.
func (p *Core) ChangePassword(ctx context.Context, person uuid.UUID, password string) error {
	return p.operate(ctx, func(r commands.Request) error {
		if _, err := p.Office().ChangePassword(ctx, person, member.ByOperator, uuid.Nil, r); err != nil {
			return err
		}
		return p.Accounts.SetPassword(ctx, person, password, true)
	})
}

// Command sends a command as the operator of the machine.
func (p *Core) Command(ctx context.Context, cmd commands.Command) error {
	return p.operate(ctx, func(r commands.Request) error {
		_, err := p.Bus.Do(ctx, cmd, r)
		return err
	})
}

// operate does something as the operator of the machine. The read model of accounts is up to date
// before and after it.
func (p *Core) operate(ctx context.Context, do func(commands.Request) error) error {
	if err := p.followed(ctx); err != nil {
		return err
	}
	if err := p.whileFollowing(ctx, func(ctx context.Context) error {
		return do(commands.Request{Actor: domain.Actor{Role: domain.System}, Via: "cli"})
	}); err != nil {
		return err
	}
	return p.followed(ctx)
}

// awaitAccounts waits until the read model of accounts contains what the log contains now. The first
// time it reads the whole log, which may take minutes.
func (p *Core) awaitAccounts(ctx context.Context) error {
	head, err := p.Store.Head(ctx)
	if err != nil {
		return err
	}
	for err = engine.ErrNotYet; errors.Is(err, engine.ErrNotYet); {
		err = p.Runner.WaitForCommand(ctx, organisation.Name, head)
	}
	return err
}

// followed waits until the read model of accounts contains the whole log. If this process does not
// apply events, it applies those of accounts meanwhile, unless another process does.
func (p *Core) followed(ctx context.Context) error { return p.whileFollowing(ctx, p.awaitAccounts) }

// whileFollowing does something while the events of accounts are applied, by this process unless
// another one does.
func (p *Core) whileFollowing(ctx context.Context, do func(context.Context) error) error {
	if p.Follows.Load() {
		return do(ctx)
	}
	runner, err := engine.New(ctx, p.following(nil, nil), organisation.Projection())
	if err != nil {
		return err
	}
	defer runner.Close()
	follow, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- runner.Run(follow) }()
	err = do(ctx)
	stop()
	if e := <-ended; !errors.Is(e, context.Canceled) {
		err = errors.Join(err, e)
	}
	return err
}
