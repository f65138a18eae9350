// Package accounts answers the calls of the API about sign-in, the profile, settings, messages and
// the catalogue.
package accounts

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/onboarding"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web           *web.Server
	Accounts      *accounts.Store
	Board         *board.Queries
	Bus           web.Bus
	CSRF          accounts.CSRF
	Clock         func() time.Time
	Demo          func(context.Context) ([]DemoPerson, error) // people a visitor can sign in as; none outside a demo
	DemoPassword  string
	Logger        *slog.Logger
	Notifications *notifications.Queries
	Office        onboarding.Office
	Tell          func(person uuid.UUID, event string, data any) // sends a live message to a person's browsers
	Texts         web.Texts
	Timeline      *timeline.Queries
	Topics        *topics.Queries
	Unsubscribe   accounts.UnsubscribeTokens
}

// API answers the calls.
type API struct{ Ports }
