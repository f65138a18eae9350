// Package projections lists the read models.
package projections

import (
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/reports"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/search"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/projections/webhooks"
)

// All returns every read model.
func All() []engine.Projection {
	return []engine.Projection{
		board.Projection(),
		search.Projection(),
		proofs.Projection(),
		topics.Projection(),
		timeline.Projection(),
		notifications.Projection(),
		stored.Projection(),
		organisation.Projection(),
		announcements.Projection(),
		sales.Projection(),
		approvals.Projection(),
		webhooks.Projection(),
		reports.Projection(),
		audit.Projection(),
	}
}
