// Package operations answers the calls of the API about the state of projections, workers and
// queues, and remedies for their faults.
package operations

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/sales"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Accounts    *accounts.Store
	Audit       *audit.Queries
	Browsers    *browsers.Store
	Bus         web.Bus
	Clock       func() time.Time
	Head        func(context.Context) (int64, error) // last position of the log
	Machinery   func(context.Context) (Machinery, error)
	Notices     *payments.Store
	Projections Projections
	Refusals    *refusals.Store
	Sales       *sales.Queries
	Warnings    func(context.Context) ([]Warning, error)
}

// API answers the calls.
type API struct{ Ports }
