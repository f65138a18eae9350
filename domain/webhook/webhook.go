// Package webhook decides about webhooks: addresses of other software to which the product sends what
// happens. The address and the secret are kept outside the log, because an address can be as good
// as a password.
package webhook

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// MaxEndpoints is the largest number of endpoints of an account or of the provider.
const MaxEndpoints = 10

const (
	maxHost  = 253 // bytes
	maxTypes = 100
	maxType  = 60 // bytes
)

// Errors of webhooks.
var (
	ErrHost = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "webhook.url",
		Message: "Enter a complete address that begins with https://, without a user name or a password.",
	}
	ErrNotPublic = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "webhook.url_not_public",
		Message: "Nothing can be sent to this address. Enter one that is reached over the public internet.",
	}
	ErrTypes = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "webhook.types",
		Message: "One of the chosen events does not exist.",
	}
	ErrTooMany = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "webhook.too_many",
		Message: "There are 10 webhooks already. Remove one first.",
	}
	ErrPosition = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "webhook.position",
		Message: "This position is not in the log.",
	}
)

// Cause says why an endpoint was paused.
type Cause string

// Causes of a pause.
const (
	ByPerson Cause = "person"
	Failed   Cause = "failed" // nothing could be delivered for three days
	Refused  Cause = "gone"   // the receiver answered 410 Gone: it wants nothing more
)

// Home is who an endpoint belongs to. It is sent what its owners may see: the owners of a customer's
// account, the owners of a reseller if Customer is Nil, or the admins of the provider.
type Home struct {
	Client   string    `json:"client"`
	Customer uuid.UUID `json:"customer,omitzero"`
}

// Viewer returns who decides what the endpoint is sent.
func (h Home) Viewer() domain.Actor {
	if h.Client == domain.ProviderClient {
		return domain.Actor{Role: domain.Admin, ClientID: h.Client}
	}
	return domain.Actor{Role: domain.Owner, ClientID: h.Client, CustomerID: h.Customer}
}

// Content is what people choose for an endpoint.
type Content struct {
	Host  string   // of its address
	Types []string // public types of events; none for all
}

func (c Content) check() error {
	if c.Host == "" || len(c.Host) > maxHost || strings.ContainsFunc(c.Host, func(r rune) bool { return r <= ' ' }) {
		return ErrHost
	}
	for i, t := range c.Types {
		if i >= maxTypes || t == "" || len(t) > maxType || slices.Contains(c.Types[:i], t) {
			return ErrTypes
		}
	}
	return nil
}

// Endpoint is one endpoint.
type Endpoint struct {
	ID uuid.UUID
	Content
	State State
}

// Webhooks are the endpoints of an account or of the provider, folded from their events, without those that
// were removed.
type Webhooks struct {
	domain.Base
	Home Home
	All  []Endpoint // in the order of their creation
}

// namespace is the UUID namespace of the streams.
var namespace = uuid.MustParse("8f0f43a9-4a7e-4f5c-9a53-0c7d6f3b1e52")

// StreamOf returns the id of the stream with the endpoints of a home.
func StreamOf(h Home) uuid.UUID {
	return uuid.NewSHA1(namespace, []byte(h.Client+"/"+h.Customer.String()))
}

// New returns the webhooks of a home that has none.
func New(id uuid.UUID) *Webhooks { return &Webhooks{Base: domain.Base{ID: id}} }

// find returns an endpoint that takes a trigger, or domain.ErrNotFound.
func (w *Webhooks) find(id uuid.UUID, trigger string) (e *Endpoint, takes bool, err error) {
	for i := range w.All {
		if e = &w.All[i]; e.ID == id {
			_, takes = domain.Next(life(), e.State, trigger)
			return e, takes, nil
		}
	}
	return nil, false, domain.ErrNotFound
}

func (w *Webhooks) ref(e *Endpoint) Ref { return Ref{e.ID, w.Home, e.Host} }

// Add opens an endpoint.
func (w *Webhooks) Add(h Home, id uuid.UUID, c Content, at time.Time) error {
	if err := c.check(); err != nil {
		return err
	}
	switch _, _, err := w.find(id, change); {
	case err == nil:
		return nil
	case len(w.All) >= MaxEndpoints:
		return ErrTooMany
	}
	w.Record(AddedType, &Added{Ref{id, h, c.Host}, c.Types}, at)
	return nil
}

// Change stores another target or other types of events. Only the host of a target is known here, so each change
// is recorded: another path of the same host can lead to somebody else.
func (w *Webhooks) Change(id uuid.UUID, c Content, at time.Time) error {
	if err := c.check(); err != nil {
		return err
	}
	_, _, err := w.find(id, change)
	if err == nil {
		w.Record(ChangedType, &Changed{Ref{id, w.Home, c.Host}, c.Types}, at)
	}
	return err
}

// Rotate notes that the endpoint has a new secret.
func (w *Webhooks) Rotate(id uuid.UUID, at time.Time) error {
	e, _, err := w.find(id, rotate)
	if err == nil {
		w.Record(RotatedType, &Rotated{w.ref(e)}, at)
	}
	return err
}

// Pause ends the deliveries of an endpoint until it is resumed.
func (w *Webhooks) Pause(id uuid.UUID, why Cause, at time.Time) error {
	e, takes, err := w.find(id, pause)
	if takes {
		w.Record(PausedType, &Paused{w.ref(e), why}, at)
	}
	return err
}

// Resume lets the deliveries of an endpoint go on.
func (w *Webhooks) Resume(id uuid.UUID, at time.Time) error {
	e, takes, err := w.find(id, resume)
	if takes {
		w.Record(ResumedType, &Resumed{w.ref(e)}, at)
	}
	return err
}

// Replay sends everything after a position again. head is the end of the log.
func (w *Webhooks) Replay(id uuid.UUID, after, head int64, at time.Time) error {
	if after < 0 || after > head {
		return ErrPosition
	}
	e, _, err := w.find(id, replay)
	if err == nil {
		w.Record(ReplayedType, &Replayed{w.ref(e), after}, at)
	}
	return err
}

// Remove closes an endpoint.
func (w *Webhooks) Remove(id uuid.UUID, at time.Time) error {
	e, _, err := w.find(id, remove)
	if err == nil {
		w.Record(RemovedType, &Removed{w.ref(e)}, at)
	}
	return err
}

// Apply folds one event.
func (w *Webhooks) Apply(e domain.Event) error {
	if err := w.Advance(e); err != nil {
		return err
	}
	data, ok := e.Data.(Event)
	if !ok {
		return fmt.Errorf("webhooks: unknown event %s", e.Type)
	}
	id, trigger := data.About().Endpoint, ""
	switch d := data.(type) {
	case *Added:
		w.Home = d.Home
		w.All = append(w.All, Endpoint{d.Endpoint, Content{d.Host, d.Types}, Active})
		return nil
	case *Changed:
		trigger = change
	case *Rotated:
		trigger = rotate
	case *Paused:
		trigger = pause
	case *Resumed:
		trigger = resume
	case *Replayed:
		trigger = replay
	case *Removed:
		trigger = remove
	}
	found, _, err := w.find(id, trigger)
	if err != nil {
		return err
	}
	if d, is := data.(*Changed); is {
		found.Content = Content{d.Host, d.Types}
	}
	if found.State, _ = domain.Next(life(), found.State, trigger); found.State == Gone {
		w.All = slices.DeleteFunc(w.All, func(e Endpoint) bool { return e.ID == id })
	}
	return nil
}
