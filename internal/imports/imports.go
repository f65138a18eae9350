// Package imports reads the files with which people move in: customers, people and orders as CSV, and boards
// as Trello and Planka write them. It has no database, and changes nothing.
package imports

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// Kind is what a file has.
type Kind string

const (
	Customers Kind = "customers"
	People    Kind = "people"
	Orders    Kind = "orders"
	Trello    Kind = "trello"
	Planka    Kind = "planka"
)

// Kinds lists every kind.
var Kinds = []Kind{Customers, People, Orders, Trello, Planka}

// OfOrders reports whether the file has orders.
func (k Kind) OfOrders() bool { return k == Orders || k == Trello || k == Planka }

// Brings returns what the rows of a file become.
func (k Kind) Brings() policy.Importable {
	switch k {
	case Customers:
		return policy.ImportableCustomers
	case People:
		return policy.ImportablePeople
	}
	return policy.ImportableOrders
}

// Limits of a file.
const (
	MaxBytes    = 20 << 20
	MaxRows     = 10_000
	MaxInvited  = 1000 // rows with people, each of whom gets a mail
	maxProblems = 1000 // that are listed
	maxText     = 200  // characters of what a problem quotes
)

// MaxRows returns how many rows a file of the kind can have.
func (k Kind) MaxRows() int {
	if k.OfOrders() {
		return MaxRows
	}
	return MaxInvited
}

// Problem says why a row, or the whole file, cannot be imported. Line is 0 for the whole file.
type Problem struct {
	Line   int    `json:"line"`
	Column string `json:"column,omitempty"`
	Reason string `json:"reason"` // stable
	Text   string `json:"text"`
}

// Problems lists the first problems, and counts all.
type Problems struct {
	List  []Problem `json:"list"`
	Count int       `json:"count"`
}

// Add adds a problem.
func (p *Problems) Add(one Problem) {
	p.Count++
	if len(p.List) < maxProblems {
		p.List = append(p.List, one)
	}
}

// Sort puts the listed problems in the order of the file.
func (p *Problems) Sort() {
	slices.SortStableFunc(p.List, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

// NewCustomer is a row of a file of customers.
type NewCustomer struct {
	Line                       int
	Name, Package              string
	Email, Firstname, Lastname string // of the owner
}

// NewPerson is a row of a file of people.
type NewPerson struct {
	Line                                           int
	Email, Firstname, Lastname, JobTitle, TimeZone string
	Role                                           domain.Role
	Approver                                       bool
}

// NewOrder is a row of a file of orders, or a card of a board.
type NewOrder struct {
	Line    int
	Key     string       // unique in the file, the same when it is exported again
	List    string       // id of the card's list; empty for a row of a CSV
	Status  order.Status // of a row; empty for a card, whose list has it
	Service string       // name
	Details order.Details
}

// List is a list of a board.
type List struct {
	ID    string       `json:"id"`
	Name  string       `json:"name"`
	Cards int          `json:"cards"`
	Guess order.Status `json:"guess,omitempty"` // by its name; empty: leave out
}

// Archived is the id of a list that has all cards which were put away.
const Archived = "archived"

// File is what a file has. Rows with problems are missing in it.
type File struct {
	Customers []NewCustomer
	People    []NewPerson
	Orders    []NewOrder
	Lists     []List // of a board
	Rows      int    // all, those with problems as well
	Problems  Problems
	Layout    *Layout      // of a CSV file
	Stays     *NotImported // of a board
}

// Read reads a file, a CSV as the person wants it to be read. Times without a zone are read in the given one. What
// cannot be read is a problem of the result.
func Read(k Kind, content []byte, zone *time.Location, how Reading) File {
	var f File
	switch {
	case len(content) > MaxBytes:
		f.Problems.Add(Problem{Reason: "import.file_too_large", Text: "The file is larger than 20 MB. Split it."})
	case k == Trello:
		f.trello(content)
	case k == Planka:
		f.planka(content)
	default:
		f.csv(k, content, zone, how)
	}
	return f
}

var namespace = uuid.MustParse("5b7c1f3e-8d0a-4f57-9a55-1f0d5b9ab051")

// ID returns the id of what a row stands for, the same whenever the row is imported into the account.
func ID(client string, customer uuid.UUID, k Kind, key string) uuid.UUID {
	return uuid.NewSHA1(namespace, []byte(strings.Join([]string{client, customer.String(), string(k), key}, "\x00")))
}

// cut shortens what a problem quotes, and makes it storable.
func cut(s string) string {
	return domain.Shorten(strings.ReplaceAll(strings.ToValidUTF8(s, "?"), "\x00", "?"), maxText)
}

// guesses has words in the names of lists, in the order in which they are looked for.
var guesses = []struct {
	to    order.Status
	words []string
}{
	{order.CancelledOff, []string{"cancel", "rejected", "declined", "abandoned"}},
	{order.OnHold, []string{"hold", "waiting", "blocked", "paused", "stuck"}},
	{order.InReview, []string{"review", "feedback", "approval", "testing", "check", "proof"}},
	{order.Approved, []string{"approved", "signed off"}},
	{order.Completed, []string{"done", "complete", "finished", "closed", "shipped", "delivered", "live"}},
	{order.InProgress, []string{"doing", "progress", "working", "wip", "started", "design"}},
	{order.Draft, []string{"backlog", "idea", "inbox", "someday", "draft"}},
	{order.Queue, []string{"to do", "todo", "to-do", "next", "ready", "queue", "open", "new", "upcoming"}},
}

// guess returns the status that a list's name suggests, a draft if none.
func guess(name string) order.Status {
	name = strings.ToLower(name)
	for _, g := range guesses {
		if slices.ContainsFunc(g.words, func(w string) bool { return strings.Contains(name, w) }) {
			return g.to
		}
	}
	return order.Draft
}

// Possible returns the nearest of the possible statuses to one, empty for none. Work that began elsewhere
// waits in the queue, and what ended there is left out.
func Possible(s order.Status, possible []order.Status) order.Status {
	for _, to := range []order.Status{s, nearest[s]} {
		if to != "" && slices.Contains(possible, to) {
			return to
		}
	}
	return ""
}

var nearest = map[order.Status]order.Status{
	order.ReadyToGo: order.Queue, order.InProgress: order.Queue, order.InReview: order.Queue,
}
