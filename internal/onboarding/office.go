// Package onboarding brings clients, customers and people into the product. An account has two
// halves: what is personal is stored in tables, and everything else is an event. Each function
// stores the personal half first, and then sends the command.
package onboarding

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Bus handles commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error)
}

// Office brings accounts into the product.
type Office struct {
	Accounts *accounts.Store
	Bus      Bus
}

// concurrently is the number of commands that are sent at the same time, so that their appends share
// commits.
const concurrently = 16

// patience is how often a command is sent that others keep waiting, or whose answer a slow database did not give in
// time. They all read the same few accounts, so on a slow machine the last of them waits for several seconds.
const patience = 20

// pause is the time in which a database that gave no answer is left alone.
const pause = 500 * time.Millisecond

var namespace = uuid.MustParse("f3f5c7b6-0a1e-5b1b-8d0c-7c0b7f6a5d10")

// Plant adds the accounts of a seed and does not change what exists. Their people count as verified.
func (o Office) Plant(ctx context.Context, seed accounts.Seed) error {
	if err := o.Accounts.PlantDetails(ctx, seed); err != nil {
		return err
	}
	for i := range seed.Customers {
		c := &seed.Customers[i]
		if c.Quota == (accounts.Quota{}) {
			c.Storage = -1
		}
		for _, p := range seed.Offers.Packages {
			if p.Name == c.Package {
				c.PackageRef = p.ID.String()
			}
		}
	}
	err := o.clients(ctx, seed.Clients)
	if err == nil {
		err = o.customers(ctx, seed.Customers)
	}
	if err == nil {
		err = o.people(ctx, seed.Users)
	}
	if err != nil {
		return fmt.Errorf("accounts: plant a seed: %w", err)
	}
	return nil
}

func (o Office) clients(ctx context.Context, all []accounts.Client) error {
	return each(ctx, all, func(ctx context.Context, c accounts.Client) error {
		err := o.once(ctx, &commands.CreateClient{Client: c.ID, Kind: client.Kind(c.Kind)}, client.ErrExists)
		if err == nil && c.Brand != "" && client.Kind(c.Kind) != client.Direct {
			err = o.once(ctx, &commands.ChangeBranding{Client: c.ID, Branding: client.Branding{Colour: c.Brand}})
		}
		return err
	})
}

func (o Office) customers(ctx context.Context, all []accounts.Customer) error {
	return each(ctx, all, func(ctx context.Context, c accounts.Customer) error {
		return o.once(
			ctx,
			&commands.CreateCustomer{Customer: c.ID, Client: c.ClientID, Terms: c.Terms()},
			customer.ErrExists,
		)
	})
}

func (o Office) people(ctx context.Context, all []accounts.User) error {
	return each(ctx, all, func(ctx context.Context, u accounts.User) error {
		return o.once(ctx, &commands.RegisterMember{Place: u.Place(), Origin: member.Imported}, member.ErrExists)
	})
}

// once sends a command as the product itself, so that repeating it has no effect. It ignores one
// kind of refusal.
func (o Office) once(ctx context.Context, cmd commands.Command, ignored ...error) error {
	id := uuid.NewSHA1(namespace, fmt.Append(nil, commands.TypeOf(cmd), " ", commands.StreamOf(cmd)))
	var err error
	for range patience {
		_, err = o.Bus.Do(ctx, cmd, commands.Request{
			Actor: domain.Actor{Role: domain.System}, ID: id, Via: domain.ViaImport,
		})
		unavailable := errors.Is(err, domain.ErrUnavailable)
		if !unavailable && !errors.Is(err, domain.ErrBusy) || ctx.Err() != nil {
			break
		}
		if unavailable {
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
		}
	}
	for _, i := range append(ignored, domain.ErrKeyReused) {
		if errors.Is(err, i) {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", commands.TypeOf(cmd), commands.StreamOf(cmd), err)
	}
	return nil
}

func each[T any](ctx context.Context, all []T, do func(context.Context, T) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(concurrently)
	for _, v := range all {
		g.Go(func() error { return do(ctx, v) })
	}
	return g.Wait()
}
