package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

// Log is the event log as commands use it. A lock is this process's alone; other processes show as ErrStaleVersion.
type Log interface {
	Order(ctx context.Context, id uuid.UUID) (Stream[*order.Order], error)
	Proof(ctx context.Context, id uuid.UUID) (Stream[*proof.Proof], error)
	Topic(ctx context.Context, id uuid.UUID) (Stream[*topic.Topic], error)
	Inbox(ctx context.Context, id uuid.UUID) (Stream[*inbox.Inbox], error)
	Guest(ctx context.Context, id uuid.UUID) (Stream[*guest.Guest], error)
	Projection(ctx context.Context, id uuid.UUID) (Stream[*operations.Projection], error)
	OrderAsOf(ctx context.Context, id uuid.UUID, position int64) (*order.Order, error)
	ByCommand(ctx context.Context, id uuid.UUID) (Appended, bool, error)
}

// Stream is a locked stream of one aggregate.
type Stream[A any] interface {
	Holder
	Load(ctx context.Context) (A, error)
}

// Holder is a locked stream of any type.
type Holder interface {
	Refresh(ctx context.Context) (changed bool, err error)
	// Append stores events if neither this stream nor one of the guards has changed since it was loaded, and applies
	// them; domain.ErrStaleVersion if somebody was faster.
	Append(ctx context.Context, w Write, guards []Holder) (Appending, error)
	Unlock()
}

// Write is what to append.
type Write struct {
	Events    []domain.Recorded
	Meta      domain.Meta
	CommandID uuid.UUID
}

// Appending is what an append came to; Command is set if it was Repeated.
type Appending struct {
	Position int64
	Repeated bool
	Command  Appended
}

// Appended is a command that is in the log.
type Appended struct {
	Stream     uuid.UUID
	StreamType eh.AggregateType
	Version    int
	Position   int64
	Meta       domain.Meta
}

// Slots guards the maximum of active orders of a customer (D-06).
type Slots interface {
	// Take waits for everybody else who takes a slot of this customer and says whether one is free; nobody else
	// takes one until release is called.
	Take(ctx context.Context, customer uuid.UUID) (free bool, release func(), err error)
	// FirstQueued is the order in the customer's queue that takes the slot freed by the event at position freed, Nil for none.
	FirstQueued(ctx context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error)
}

// Timers sees to it that one working time of a person runs (D-01).
type Timers interface {
	// Take waits for everybody else who starts a timer of this person and says on which order one runs, Nil for none;
	// nobody else starts one until release is called.
	Take(ctx context.Context, person uuid.UUID) (running uuid.UUID, release func(), err error)
}

// Storage guards what a customer may store (D-40).
type Storage interface {
	// Take waits for everybody else who stores files of this customer and refuses what does not fit by domain.ErrNotEnoughStorage;
	// nobody else stores any until release is called.
	Take(ctx context.Context, customer uuid.UUID, bytes int64) (release func(), err error)
}

// People answers what commands must know about people, customers and services.
type People interface {
	Person(ctx context.Context, id uuid.UUID) (Person, error)     // domain.ErrNotFound if there is none
	Customer(ctx context.Context, id uuid.UUID) (Customer, error) // domain.ErrNotFound if there is none
	Service(ctx context.Context, id uuid.UUID) (Service, error)   // domain.ErrNotFound if it cannot be ordered
}

// Service is something to order, on which terms.
type Service struct {
	Name string
	order.Terms
}

// Person is somebody with an account.
type Person struct {
	ID         uuid.UUID
	Role       domain.Role
	ClientID   string
	CustomerID uuid.UUID
}

// Customer is an account that places orders.
type Customer struct {
	ID       uuid.UUID
	ClientID string
	Package  string
	PAYG     bool // pays as it goes
}
