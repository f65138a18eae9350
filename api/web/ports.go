// Package web does for every call of the API what does not depend on the call's area: it finds the
// caller, validates the request, waits for read models, and writes answers and errors.
package web

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// Bus handles commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error)
}

// Waiter waits until a projection has applied a position (D-30). It returns engine.ErrNotYet
// after two seconds.
type Waiter interface {
	WaitFor(ctx context.Context, projection string, position int64) error
}

// Texts encrypts and decrypts what people wrote. The log and the read models store it encrypted
// (D-33).
type Texts interface {
	Seal(ctx context.Context, person uuid.UUID, text string) (string, error)
	Open(ctx context.Context, texts ...*string) error
}

// ReloadProfile is the live message after which a browser loads its profile again: the person, their
// account, their settings or their sessions have changed (BD-309).
const ReloadProfile = "reload-profile"

// ReloadAnnouncements is the live message after which a browser loads the announcements again.
const ReloadAnnouncements = "reload-announcements"

// ReloadHours is the live message after which a browser loads the business hours again.
const ReloadHours = "reload-business-hours"

// ReloadOfficeHours is the same message by the name of the documents, for other software (BD-316).
const ReloadOfficeHours = "reload-officehour"

// ReloadBilling is the live message after which a browser loads what it shows of plans, invoices and
// payments again.
const ReloadBilling = "reload-billing"

// Ports are the dependencies of a Server.
type Ports struct {
	Routes      Routes // every operation of the contract
	Bounds      Bounds // what an answer shows to tokens with certain scopes only
	Accounts    *accounts.Store
	Sessions    *sessions.Store
	Guests      *guests.Store
	Invitations Invitations
	Answers     *answers.Store
	Outcomes    commands.Outcomes
	CSRF        secrets.CSRF
	Devices     secrets.DeviceTokens
	Proxies     []netip.Prefix // proxies whose X-Forwarded-For is trusted
	Hosts       []string       // names of the product besides loopback names, in lower case
	PublicURL   string         // address under which people reach the product
	FilesOrigin string         // origin of files, for the content security policy
	CardForms   bool           // people enter cards into an element of Stripe
	ChatScript  string         // script of a chat widget, for the content security policy; may be empty
	Wait        Waiter
	Head        func(context.Context) (int64, error) // last position of the log
	// Database returns a context that ends when the database stops answering. Its cause is the
	// error to answer with. Nil if the database is not watched.
	Database func() context.Context
	Tracer   *telemetry.Tracer // nil for no traces
	Metrics  *prometheus.Registry
	Logger   *slog.Logger
	Clock    func() time.Time
	NewID    func() uuid.UUID
}

// Server does for a call what does not depend on its area.
type Server struct {
	Ports

	meters *meters
	tokens rates

	complete complete
}

// New returns a server.
func New(p Ports) *Server { return &Server{Ports: p, meters: newMeters(p.Metrics)} }
