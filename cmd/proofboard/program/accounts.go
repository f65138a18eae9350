package program

import (
	"context"
	"errors"

	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/onboarding"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/organisation"
)

// entryAdopted is the entry in the ledger of effects, at position 0, that all accounts are events.
const entryAdopted = "accounts adopted"

func (p *Core) office() onboarding.Office {
	return onboarding.Office{Accounts: p.Accounts, Bus: p.Bus}
}

// adopt turns the accounts of a version without events of accounts into events, once, and waits
// until the read model shows them.
func (p *Core) adopt(ctx context.Context) error {
	done, err := p.Ledger.Done(ctx, 0, entryAdopted)
	if err != nil || done {
		return err
	}
	return p.Leases.LeadOnce(ctx, entryAdopted, func(ctx context.Context) error {
		if err := p.office().Adopt(ctx); err != nil {
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
	if err := p.office().Plant(ctx, seed); err != nil {
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
func (p *Core) followed(ctx context.Context) error {
	if p.runs.Load() {
		return p.awaitAccounts(ctx)
	}
	runner, err := engine.New(ctx, p.following(nil, nil), organisation.Projection())
	if err != nil {
		return err
	}
	defer runner.Close()
	follow, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- runner.Run(follow) }()
	err = p.awaitAccounts(ctx)
	stop()
	if e := <-ended; !errors.Is(e, context.Canceled) {
		err = errors.Join(err, e)
	}
	return err
}
