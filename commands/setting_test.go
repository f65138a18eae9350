package commands_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/commandstest"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

var id = domaintest.ID

// The customer accounts: acme and rival are direct customers, house belongs to a reseller.
var (
	acme, rival, house = id("acme"), id("rival"), id("house")
	serviceID          = id("service")
)

// The people of the tests, with their role, client and customer account.
var (
	owner      = belonging("owner", domain.Owner, "customer", acme)
	staff      = belonging("staff", domain.Staff, "customer", acme) // creates the orders of the tests
	mate       = belonging("mate", domain.Staff, "customer", acme)
	rivalOwner = belonging("rival owner", domain.Owner, "customer", rival)
	houseOwner = belonging("house owner", domain.Owner, "brightside", house)
	reseller   = belonging("reseller", domain.Owner, "brightside", uuid.Nil)
	operator   = belonging("operator", domain.Operator, "admin", uuid.Nil)
	manager    = belonging("manager", domain.Manager, "admin", uuid.Nil)
	creative   = belonging("creative", domain.CreativeManager, "admin", uuid.Nil)
	production = belonging("production", domain.ProductionManager, "admin", uuid.Nil)
	cso        = belonging("cso", domain.CSO, "admin", uuid.Nil)
	admin      = belonging("an admin", domain.Admin, "admin", uuid.Nil)
	aGuest     = belonging("guest", domain.Guest, "", uuid.Nil)
	system     = domain.Actor{Role: domain.System}
)

var everybody = []domain.Actor{owner, staff, operator, manager, creative, production, cso, aGuest, admin}

func belonging(name string, r domain.Role, client string, customer uuid.UUID) domain.Actor {
	return domain.Actor{ID: id(name), Role: r, ClientID: client, CustomerID: customer}
}

func newWorld(t testing.TB) *world {
	t.Helper()
	m := newMemory()
	for _, a := range append([]domain.Actor{mate, rivalOwner, houseOwner, reseller}, everybody...) {
		m.people[a.ID] = commands.Person{ID: a.ID, Role: a.Role, ClientID: a.ClientID, CustomerID: a.CustomerID}
	}
	m.customers[acme] = commands.Customer{ID: acme, ClientID: "customer", Package: "Gold"}
	m.customers[rival] = commands.Customer{ID: rival, ClientID: "customer", Package: "Silver"}
	m.customers[house] = commands.Customer{ID: house, ClientID: "brightside", Package: "House"}
	b := commands.New(commands.Config{
		Log:      m,
		Outcomes: m,
		Slots:    m,
		Storage:  storage{m},
		Usage:    m,
		Leaders:  leaders{m},
		Numbers:  m,
		People:   m,
		Services: m,
		Hours:    m.Hours,
		Logger: slog.New(commandstest.Locks(slog.NewTextHandler(t.Output(), nil), func(r slog.Record) {
			t.Error(r.Message)
		})),
		Clock: clock,
	})
	return &world{m, t, b}
}

func named(name string) order.Details { return order.Details{Headline: order.Headline{Name: name}} }

// draft creates a draft order of Acme, sent by its staff, and returns its id.
func (w *world) draft(name string) uuid.UUID {
	w.t.Helper()
	w.must(&commands.DraftOrder{Order: id(name), Details: named(name)}, staff)
	return id(name)
}

// in creates an order and moves it into a status, only by commands. It returns the order's id.
func (w *world) in(s order.Status, name string) uuid.UUID {
	w.t.Helper()
	o := w.draft(name)
	move := func(to order.Status) { w.must(moving(o, to, order.StatusControl), manager) }
	act := func(a order.Action) { w.must(&commands.ActOnOrder{Order: o, Action: a, Reason: "a reason"}, owner) }
	switch s {
	case order.Draft:
		return o
	case order.Queue:
		w.must(moving(o, order.Queue, order.Board), owner)
		return o
	}
	act(order.Publish)
	if s == order.ReadyToGo {
		return o
	}
	if move(order.InProgress); s == order.InProgress {
		return o
	}
	switch s {
	case order.OnHold:
		act(order.Hold)
		return o
	case order.CancelledOff:
		act(order.Cancel)
		return o
	}
	if move(order.InReview); s == order.InReview {
		return o
	}
	if s == order.GuestRevision {
		act(order.AskGuest)
		return o
	}
	if move(order.Approved); s == order.Completed {
		move(order.Completed)
	}
	return o
}

func moving(o uuid.UUID, to order.Status, via order.Via) *commands.MoveOrder {
	return &commands.MoveOrder{Order: o, To: to, Via: via, Reason: "a reason"}
}

func file(letter string) proof.File {
	return proof.File{
		Name:        "label.png",
		ContentType: "image/png",
		Key:         "k/" + letter,
		Size:        10,
		SHA256:      strings.Repeat(letter, 64),
	}
}

// attach adds an attachment with one version to an order; the version is id(name + " v1").
func (w *world) attach(o uuid.UUID, name string, k proof.Kind, by domain.Actor) (attachment, version uuid.UUID) {
	w.t.Helper()
	w.must(
		&commands.AddAttachment{Order: o, Attachment: id(name), Kind: k, Version: id(name + " v1"), File: file("a")},
		by,
	)
	return id(name), id(name + " v1")
}

// says returns a message document with this text.
func says(text string) string {
	return fmt.Sprintf(`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":%q}]}]}`, text)
}

// open opens a topic on a version.
func (w *world) open(path commands.TopicPath, public bool, by domain.Actor) commands.TopicPath {
	w.t.Helper()
	w.must(&commands.OpenTopic{TopicPath: path, Public: &public, Message: says("hello")}, by)
	return path
}
