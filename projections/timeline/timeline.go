// Package timeline stores which events belong to which order, and who may see them.
package timeline

import (
	"fmt"
	"maps"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "timeline"

var (
	streams = &rowset.Table{Name: "timeline_streams", Key: []string{"id"}}
	entries = &rowset.Table{Name: "timeline_entries", Key: []string{"position"}}
)

// Projection folds the events of orders, proofs, topics and guests.
func Projection() engine.Projection {
	reducers := engine.Reducers{}
	for _, types := range [][]domain.EventType{order.Streams.Events, proof.Streams.Events, topic.Streams.Events, guest.Streams.Events} {
		for _, t := range types {
			reducers[t.Type] = entry
		}
	}
	maps.Copy(reducers, engine.Reducers{
		order.DraftedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.Drafted) error {
			return stream(b, e, rowset.Set{
				"order_id":      e.Stream,
				"attachment_id": nil,
				"version_id":    nil,
				"kind":          "",
				"by_customer":   false,
				"internal":      false,
			})
		}),
		proof.AttachmentAddedType: engine.On(
			func(b *rowset.Batch, e domain.Event, d *proof.AttachmentAdded) error {
				return stream(b, e, rowset.Set{
					"order_id":      d.Order,
					"attachment_id": e.Stream,
					"version_id":    nil,
					"kind":          string(d.Kind),
					"by_customer":   d.ByCustomer,
					"internal":      false,
				})
			},
		),
		topic.OpenedType: engine.On(func(b *rowset.Batch, e domain.Event, d *topic.Opened) error {
			return stream(b, e, rowset.Set{
				"order_id":      d.Order,
				"attachment_id": d.Proof,
				"version_id":    d.Version,
				"kind":          "",
				"by_customer":   false,
				"internal":      !d.Public,
			})
		}),
		guest.InvitedType: engine.On(func(b *rowset.Batch, e domain.Event, d *guest.Invited) error {
			return stream(b, e, rowset.Set{
				"order_id":      d.Order,
				"attachment_id": nil,
				"version_id":    nil,
				"kind":          "",
				"by_customer":   false,
				"internal":      false,
			})
		}),
	})
	return engine.Projection{
		Name:     Name,
		Tables:   []*rowset.Table{streams, entries},
		Reducers: reducers,
		Gather:   engine.Briefly,
	}
}

// stream writes what a stream belongs to, with the entry of its first event.
func stream(b *rowset.Batch, e domain.Event, set rowset.Set) error {
	b.Upsert(streams, e.Stream, set)
	return entry(b, e)
}

// entry writes the line of an event. The page that shows it chooses the words.
func entry(b *rowset.Batch, e domain.Event) error {
	var version uuid.UUID
	var detail, reason string
	switch d := e.Data.(type) {
	case *order.Held:
		detail, reason = string(d.To), d.Reason
	case order.StatusChanger:
		detail = string(d.StatusChange().To)
	case *order.Drafted:
		detail = d.Details.Name
	case *order.DetailsChanged:
		detail = strings.Join(d.Fields(), ",")
	case *order.WorkStopped:
		detail, reason = duration(d.Seconds), d.Reason.Words()
	case *proof.AttachmentAdded:
		detail = d.Name
	case *proof.VersionAdded:
		version, detail = d.Version, fmt.Sprintf("version %d of %s", d.Number, d.File.Name)
	case *proof.VersionApproved:
		version = d.Version
	case *proof.VersionRevised:
		version = d.Version
	case *proof.VersionDeleted:
		version, reason = d.Version, d.Reason
	case *proof.FileReplaced:
		version, detail = d.Version, d.File.Name
	case *proof.ReviewRequested:
		version = d.Version
	case *proof.VersionDecided: // the reason is sealed, the route shows it
		version, detail = d.Version, fmt.Sprintf("approved step %d of the workflow", d.Step+1)
		if !d.Approved {
			detail = fmt.Sprintf("rejected step %d of the workflow", d.Step+1)
		}
	case *proof.ApproversReminded:
		version = d.Version
	case *order.RoutePinned:
		detail = "none"
		if d.Route != nil {
			detail = d.Route.Name
		}
	}
	b.Upsert(entries, e.Position, rowset.Set{
		"stream_id":  e.Stream,
		"type":       string(e.Type),
		"actor":      rowset.Optional(e.Meta.Actor),
		"at":         e.OccurredAt,
		"version_id": rowset.Optional(version),
		"detail":     detail,
		"reason":     reason,
		"via":        e.Meta.Via,

		"impersonator": rowset.Optional(e.Meta.Impersonator),
	})
	return nil
}

// duration formats a working time: 1 h 05 min.
func duration(seconds int64) string {
	if seconds < 60 {
		return fmt.Sprintf("%d s", seconds)
	}
	if minutes := seconds / 60; minutes < 60 {
		return fmt.Sprintf("%d min", minutes)
	}
	return fmt.Sprintf("%d h %02d min", seconds/3600, seconds%3600/60)
}
