// Package guests answers the calls of the API about the invitations of guests and their review.
package guests

import (
	"log/slog"
	"time"

	"github.com/proofboard/proofboard/api/present"
	apitopics "github.com/proofboard/proofboard/api/topics"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/topics"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web       *web.Server
	Show      *present.Proofs
	Comments  *apitopics.API
	Accounts  *accounts.Store
	Invited   *guests.Store
	Board     *board.Queries
	Bus       web.Bus
	CSRF      secrets.CSRF
	Clock     func() time.Time
	GuestZone *time.Location // time zone of the times that guests are shown
	Logger    *slog.Logger
	Proofs    *proofs.Queries
	PublicURL string // address under which people reach the product, without a slash at its end
	Texts     web.Texts
	Topics    *topics.Queries
}

// API answers the calls.
type API struct{ Ports }
