// Package proofs answers the calls of the API about attachments and their versions.
package proofs

import (
	"time"

	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/topics"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Read     *read.Reader
	Show     *present.Proofs
	Accounts *accounts.Store
	Bus      web.Bus
	Topics   *topics.Queries
	Pictures *proofs.Thumbnails
	Clock    func() time.Time
}

// API answers the calls.
type API struct{ Ports }
