package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
)

// Log is the event log as commands use it.
type Log interface {
	// Lock locks a stream of one kind of aggregate. The lock holds only within this process: if another
	// process appends to the stream first, Append returns domain.ErrStaleVersion.
	Lock(ctx context.Context, of eh.AggregateType, id uuid.UUID) (Stream, error)
	// OrderAsOf returns the order as it was after the event at position.
	OrderAsOf(ctx context.Context, id uuid.UUID, position int64) (*order.Order, error)
	// ByCommand returns the stored command with this id, and whether the log contains one.
	ByCommand(ctx context.Context, id uuid.UUID) (Appended, bool, error)
}

// Stream is the locked stream of one aggregate.
type Stream interface {
	// Load returns the aggregate. It returns domain.ErrNotFound if the id belongs to another type.
	Load(ctx context.Context) (domain.Aggregate, error)
	// Refresh loads the events that were appended since the last load and reports whether there
	// were any.
	Refresh(ctx context.Context) (changed bool, err error)
	// Append stores events and applies them to the aggregate. It returns
	// domain.ErrStaleVersion if this stream or one of the guards has changed since it was loaded, or
	// if the log has passed w.Until.
	Append(ctx context.Context, w Write, guards []Guard) (AppendResult, error)
	// Unlock ends the use of the stream. Again, also after Release, it does nothing.
	Unlock()
	// Release unlocks the stream after it was loaded. What it returns still guards an append, so that
	// commands which only read a stream do not wait for each other.
	Release() Guard
}

// Guard makes an append conditional on a stream that is as it was loaded: a Stream of the same log, or
// what Release returned.
type Guard any

// Write contains the events of one append and the command that recorded them.
type Write struct {
	Events    []domain.Recorded
	Meta      domain.Meta
	CommandID uuid.UUID
	Until     int64 // the last position that the log may have before; 0 is any
}

// AppendResult is the result of an append. Repeated reports that the log already contained the
// command; Command is then the stored one.
type AppendResult struct {
	Position int64
	Repeated bool
	Command  Appended
}

// Appended is a command whose events are stored in the log.
type Appended struct {
	Stream     uuid.UUID
	StreamType eh.AggregateType
	Version    int
	Position   int64
	Meta       domain.Meta
}

// Slots limits how many active orders a customer may have (D-06).
type Slots interface {
	// Limit returns how many there are, below zero for any number.
	Limit(ctx context.Context, customer uuid.UUID) (int, error)
	// Take locks the slots of the customer until release is called, and reports whether one of
	// limit is free. It waits while another command holds the lock.
	Take(ctx context.Context, customer uuid.UUID, limit int) (free bool, release func(), err error)
	// FirstQueued returns the order that gets the slot freed by the event at position freed: the
	// first order of the customer's queue that may become active. It returns uuid.Nil if there is
	// none.
	FirstQueued(ctx context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error)
	// Active reports whether the customer has active orders, according to the whole log.
	Active(ctx context.Context, customer uuid.UUID) (bool, error)
}

// Numbers knows the numbers of orders from builds that called an order by the position of its first event.
type Numbers interface {
	// Free returns the first number above last that no order of the client has from such a build. It is above all
	// of them if last is 0.
	Free(ctx context.Context, client string, last int64) (int64, error)
}

// Usage returns what accounts use.
type Usage interface {
	// Used returns the active orders and the stored bytes of a customer, according to the whole log.
	Used(ctx context.Context, customer uuid.UUID) (subscription.Usage, error)
	// Unpaid reports whether the customer has invoices to pay, according to the whole log.
	Unpaid(ctx context.Context, customer uuid.UUID) (bool, error)
	// Spend locks what the customer has used in its cycle until release is called, and returns it. If
	// resources were bought, earlier cycles count too. It waits while another command holds the lock.
	Spend(ctx context.Context, customer uuid.UUID, bought bool) (spent subscription.Spent, release func(), err error)
	// Recent returns what Spend does, and the active orders, as the read models had them within the last
	// second.
	Recent(ctx context.Context, customer uuid.UUID, bought bool) (used subscription.Reading, active int, err error)
}

// Leaders ensures that no account is left without somebody who leads it: an admin of the provider,
// or an owner.
type Leaders interface {
	// Take locks the leadership of the account until release is called, and returns the active
	// people who lead it. customer is Nil for the provider and for a reseller. It waits while
	// another command holds the lock.
	Take(ctx context.Context, client string, customer uuid.UUID) (people []uuid.UUID, release func(), err error)
}

// Timers ensures that each person has at most one running timer (D-01).
type Timers interface {
	// Take locks the timers of the person until release is called, and returns the order on which
	// one is running, or uuid.Nil. It waits while another command holds the lock.
	Take(ctx context.Context, person uuid.UUID) (running uuid.UUID, release func(), err error)
}

// Storage limits how many bytes of files a customer may store (D-40).
type Storage interface {
	// Take locks the storage of the customer until release is called. It waits while another
	// command holds the lock, and returns domain.ErrNotEnoughStorage if the bytes do not fit.
	Take(ctx context.Context, customer uuid.UUID, bytes int64) (release func(), err error)
}

// People returns what commands need to know about people and customers.
type People interface {
	// Person returns domain.ErrNotFound if there is no account with this id.
	Person(ctx context.Context, id uuid.UUID) (Person, error)
	// Customer returns domain.ErrNotFound if there is no customer with this id.
	Customer(ctx context.Context, id uuid.UUID) (Customer, error)
	// Approvers returns which of these people belong to the team of a customer, and whether each can act now.
	Approvers(ctx context.Context, customer uuid.UUID, people []uuid.UUID) (map[uuid.UUID]bool, error)
	// Leaving reports whether the deletion of a customer's account was requested. The answer can be a
	// second old.
	Leaving(ctx context.Context, customer uuid.UUID) (bool, error)
}

// Services returns what commands need to know about services.
type Services interface {
	// Service returns domain.ErrNotFound if the service does not exist or cannot be ordered.
	Service(ctx context.Context, id uuid.UUID) (order.Service, error)
}

// Person is a person with an account.
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
	PAYG     bool // pay as you go
}
