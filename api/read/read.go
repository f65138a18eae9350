// Package read has the reads that several areas of the API share: what a caller may see of an
// attachment, of the past and of deleted texts.
package read

import (
	"time"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/watermarks"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Reader reads for a caller, who is in the context of each call.
type Reader struct {
	Accounts   *accounts.Store
	Watermarks *watermarks.Store
	Board      *board.Queries
	Proofs     *proofs.Queries
	Topics     *topics.Queries
	AsOf       *asof.Reader
	Timeline   *timeline.Queries
	Wait       web.Waiter
	Clock      func() time.Time
}
