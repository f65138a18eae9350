// Package accounts answers the calls of the API about sign-in, the profile, settings, messages and
// the catalogue.
package accounts

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/factors"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/offers"
	"github.com/proofboard/proofboard/internal/onboarding"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web           *web.Server
	Accounts      *accounts.Store
	Offers        *offers.Store
	SessionStore  *sessions.Store
	Preferences   *preferences.Store
	Board         *board.Queries
	Bus           web.Bus
	CSRF          secrets.CSRF
	ChatScript    string // script of a chat widget, may be empty
	Clock         func() time.Time
	Demo          func(context.Context) ([]DemoPerson, error) // people a visitor can sign in as; none outside a demo
	DemoPassword  string
	Logger        *slog.Logger
	MailOff       bool // no mail server is set up
	Notifications *notifications.Queries
	Office        onboarding.Office
	Organisation  *organisation.Queries
	SecondFactors *factors.Store
	Security      *audit.Queries
	// Shrink makes a small JPEG of a picture of so many bytes. It returns nil if that cannot be done.
	Shrink func(ctx context.Context, picture io.ReadSeeker, size int64) ([]byte, error)
	// Redraw draws a picture of so many bytes again as a PNG of at most the given pixels. It returns nil
	// if that cannot be done.
	Redraw   func(ctx context.Context, picture io.ReadSeeker, size int64, maxWidth, maxHeight int) (*Drawn, error)
	Tell     func(person uuid.UUID, event string, data any) // sends a live message to a person's browsers
	Texts    web.Texts
	Timeline *timeline.Queries
	Topics   *topics.Queries
	// Plan adds the plan of an account, and what it uses, to a profile.
	Plan        func(ctx context.Context, customer uuid.UUID, p *contract.Profile) error
	TourVideo   string // address of the video of a tour, may be empty
	Unsubscribe preferences.UnsubscribeTokens
}

// Drawn is a picture that was drawn again, with its size in pixels.
type Drawn struct {
	PNG           []byte
	Width, Height int
}

// API answers the calls.
type API struct{ Ports }
