package benchmark

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/workers"
)

const password = "bench-password"

// studio contains the people of a measured server: a manager and operators of the provider,
// customers with one owner each, and staff of the first customer.
type studio struct {
	manager, owner   accounts.User
	operators, staff []accounts.User
	owners           []accounts.User
	customers        []accounts.Customer
}

func newStudio(operators, customers, staff int) studio {
	person := func(id uuid.UUID, name string, role domain.Role, client string, customer uuid.UUID) accounts.User {
		return accounts.User{
			ID:         id,
			Email:      name + "@bench.test",
			Firstname:  name,
			Lastname:   "Bench",
			Role:       role,
			ClientID:   client,
			CustomerID: customer,
			TimeZone:   "UTC",
		}
	}
	id := func(name string) uuid.UUID { return uuid.NewSHA1(customerID, []byte(name)) }
	s := studio{manager: person(manager.ID, "manager", domain.Manager, domain.ProviderClient, uuid.Nil)}
	for i := range operators {
		name := fmt.Sprintf("operator%d", i+1)
		s.operators = append(s.operators, person(id(name), name, domain.Operator, domain.ProviderClient, uuid.Nil))
	}
	for i := range customers {
		name := fmt.Sprintf("owner%d", i+1)
		c, of := accounts.Customer{
			ID:              customerID,
			ClientID:        domain.DirectClient,
			Name:            fmt.Sprintf("Bench Foods %d", i+1),
			MaxActiveOrders: -1,
			Contacts:        contacts,
		}, owner.ID
		if i > 0 {
			c.ID, of = id(c.Name), id(name)
		}
		s.customers = append(s.customers, c)
		s.owners = append(s.owners, person(of, name, domain.Owner, domain.DirectClient, c.ID))
	}
	s.owner = s.owners[0]
	for i := range staff {
		name := fmt.Sprintf("staff%d", i+1)
		s.staff = append(s.staff, person(id(name), name, domain.Staff, domain.DirectClient, customerID))
	}
	return s
}

// contacts complete the companies, whose owners could not write otherwise (D-90).
var contacts = accounts.Contacts{Address: "1 Bench Street", Country: "GB", Contact: "Owner"}

func (s studio) seed() accounts.Seed {
	users := append([]accounts.User{s.manager}, s.operators...)
	return accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Bench Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Customers: s.customers,
		Users:     append(append(users, s.owners...), s.staff...),
		Password:  password,
	}
}

// planted describes an order to create: its customer and its status.
type planted struct {
	by accounts.User
	at order.Status
}

// inProgress returns n orders of the first customer that are in progress.
func (s studio) inProgress(n int) []planted {
	all := make([]planted, n)
	for i := range all {
		all[i] = planted{s.owner, order.InProgress}
	}
	return all
}

var spreadOver = []order.Status{
	order.Draft,
	order.ReadyToGo,
	order.InProgress,
	order.InReview,
	order.OnHold,
	order.Approved,
	order.Completed,
	order.CancelledOff,
}

// spread returns n orders, distributed over all customers and evenly over every zone of the board
// except the queue.
func (s studio) spread(n int) []planted {
	all := make([]planted, n)
	for i := range all {
		all[i] = planted{s.owners[i/len(spreadOver)%len(s.owners)], spreadOver[i%len(spreadOver)]}
	}
	return all
}

// folder creates a data folder for a server. The caller calls remove to delete it.
func folder() (dir string, remove func(), err error) {
	if dir, err = os.MkdirTemp("", "pbb"); err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // G302: the database's own user has to pass.
		remove()
		return "", nil, err
	}
	return dir, remove, nil
}

// plant creates orders through the command bus in the data folder of a server that is not running
// yet.
func (s studio) plant(ctx context.Context, dir string, want []planted) ([]uuid.UUID, error) {
	orders := make([]uuid.UUID, len(want))
	return orders, withCore(ctx, dir, func(core *core.Core) error {
		if err := core.Plant(ctx, s.seed()); err != nil {
			return err
		}
		return each(32, len(want), func(i int) error {
			orders[i] = uuid.New()
			for _, step := range s.steps(orders[i], i, want[i]) {
				if err := patiently(ctx, core.Bus, step.cmd, step.by.Actor()); err != nil {
					return fmt.Errorf("plant order %d (%s): %w", i, want[i].at, err)
				}
			}
			return nil
		})
	})
}

// patiently sends a command, and sends it again while others change its streams: many commands are sent at the same
// time, and those of one customer wait for each other.
func patiently(ctx context.Context, bus workers.Bus, cmd commands.Command, by domain.Actor) error {
	for {
		_, err := bus.Do(ctx, cmd, commands.Request{Actor: by})
		if !errors.Is(err, domain.ErrBusy) || ctx.Err() != nil {
			return err
		}
	}
}

// withCore opens a data folder whose server is not running yet, while do runs.
func withCore(ctx context.Context, dir string, do func(*core.Core) error) error {
	no := false
	core, err := core.Open(
		ctx, config.Config{Data: dir, Demo: &no, S3: config.S3{Bucket: "proofboard"}}, slog.New(slog.DiscardHandler),
	)
	if err != nil {
		return err
	}
	return errors.Join(do(core), core.Close())
}

type step struct {
	cmd commands.Command
	by  accounts.User
}

// steps returns the commands that bring a new order to its status.
func (s studio) steps(id uuid.UUID, i int, want planted) []step {
	due := time.Now().AddDate(0, 0, i%60).Truncate(time.Minute)
	kinds := []string{"label", "brochure", "pouch", "carton", "poster", "menu", "leaflet"}
	details := order.Details{Headline: order.Headline{
		Name:     fmt.Sprintf("Summer %s number %d", kinds[i%len(kinds)], i+1),
		Due:      &due,
		Priority: order.Normal,
	}}
	act := func(a order.Action) step {
		return step{&commands.ActOnOrder{Order: id, Action: a, Reason: "as planned"}, want.by}
	}
	steps := []step{{&commands.DraftOrder{Order: id, Details: details}, want.by}}
	if want.at == order.Draft {
		return steps
	}
	steps = append(steps, act(order.Publish))
	switch want.at {
	case order.ReadyToGo:
	case order.OnHold:
		steps = append(steps, act(order.Hold))
	case order.CancelledOff:
		steps = append(steps, act(order.Cancel))
	default:
		for _, to := range []order.Status{order.InProgress, order.InReview, order.Approved, order.Completed} {
			steps = append(steps, step{move(id, to), s.manager})
			if to == want.at {
				break
			}
		}
	}
	return steps
}
