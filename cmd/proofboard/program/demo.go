package program

import (
	"context"
	"fmt"
	"time"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/demo"
	"github.com/proofboard/proofboard/eventstore"
)

// What the ledger of effects remembers of the demo, at position 0.
const (
	demoBegun = "demo begun"
	demoDone  = "demo done"
	recently  = 4 * 24 * time.Hour // how far back the demo's people find notifications
)

// plantDemo fills an empty store with the demo company, or goes on where a start that was cut off stopped. It returns
// where notifications begin.
func (p *Program) plantDemo(ctx context.Context) (since int64, err error) {
	since = eventstore.FromHead
	if !p.cfg.WantsDemo() {
		return since, nil
	}
	err = p.Store.LeadOnce(ctx, "demo", func(ctx context.Context) (err error) {
		since, err = p.plantOnce(ctx)
		return err
	})
	return since, err
}

func (p *Program) plantOnce(ctx context.Context) (since int64, err error) {
	since = eventstore.FromHead
	begun, err := p.Store.Effect(ctx, 0, demoBegun)
	if err != nil {
		return since, err
	}
	if !begun {
		empty, err := p.Accounts.Empty(ctx)
		if err != nil || !empty {
			return since, err
		}
		if err := p.Store.RecordEffect(ctx, 0, demoBegun); err != nil {
			return since, err
		}
	}
	done, err := p.Store.Effect(ctx, 0, demoDone)
	if err != nil || done {
		return since, err
	}
	began := time.Now()
	p.log.Info("making the demo company (about 10 seconds) ...")
	if err := p.Accounts.Plant(ctx, demo.Seed()); err != nil {
		return since, err
	}
	planted, err := demo.Plant(ctx, demo.Deps{
		NewBus: func(clock func() time.Time) demo.Bus { return p.busAt(clock, p.slots) },
		Files:  demoFiles{p.store}, Now: began,
	})
	if err != nil {
		return since, fmt.Errorf("demo data: %w", err)
	}
	p.log.Info("the demo company is there", "orders", planted.Orders, "files", planted.Files, "took", time.Since(began).Round(time.Millisecond))
	if since, err = p.Store.PositionAt(ctx, began.Add(-recently)); err != nil {
		return since, err
	}
	return since, p.Store.RecordEffect(ctx, 0, demoDone)
}

// demoFiles keeps the demo's files.
type demoFiles struct{ fileStore }

func (f demoFiles) Put(ctx context.Context, key, contentType string, content []byte) error {
	return f.Write(ctx, key, contentType, content)
}

// demoPeople lists whom a visitor can sign in as, on a server that has the demo.
func (p *Program) demoPeople(ctx context.Context) ([]api.DemoPerson, error) {
	begun, err := p.Store.Effect(ctx, 0, demoBegun)
	if err != nil || !begun || !p.cfg.WantsDemo() {
		return nil, err
	}
	var people []api.DemoPerson
	for _, d := range demo.People() {
		door := "customer"
		if d.Desk {
			door = "desk"
		}
		people = append(people, api.DemoPerson{Name: d.Name(), Email: d.Email, Role: string(d.Role), Company: d.Company, Signin: door})
	}
	return people, nil
}
