// Package reports is the read model of figures about orders and the people who work on them: how many
// were placed and completed in a time, how long they took, how often their proofs were revised, and how
// much work they were.
package reports

import (
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "reports"

var (
	orders  = &rowset.Table{Name: "report_orders", Key: []string{"id"}}
	work    = &rowset.Table{Name: "report_work", Key: []string{"order_id", "version"}}
	returns = &rowset.Table{Name: "report_returns", Key: []string{"order_id", "version"}}
	files   = &rowset.Table{Name: "report_proofs", Key: []string{"id"}}
)

// Projection folds the events of orders and proofs.
func Projection() engine.Projection {
	reducers := engine.Reducers{
		order.DraftedType:        engine.On(drafted),
		order.DetailsChangedType: engine.On(detailsChanged),
		order.AssignedType: engine.On(func(b *rowset.Batch, e domain.Event, d *order.Assigned) error {
			b.Update(orders, e.Stream, "operator", rowset.Optional(d.Operator), "position", e.Position)
			return nil
		}),
		order.ArchivedType:       archived(true),
		order.UnarchivedType:     archived(false),
		order.WorkStoppedType:    engine.On(worked),
		order.DeletedType:        engine.On(deleted),
		proof.VersionAddedType:   versions(1),
		proof.VersionDeletedType: versions(-1),
		proof.AttachmentAddedType: engine.On(func(b *rowset.Batch, e domain.Event, d *proof.AttachmentAdded) error {
			if d.Kind == proof.CustomerReview {
				b.Upsert(files, e.Stream, rowset.Set{
					"order_id": d.Order, "versions": 0, "version": e.Version, "position": e.Position,
				})
			}
			return nil
		}),
		proof.AttachmentDeletedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *proof.AttachmentDeleted) error {
			b.Delete(files, e.Stream)
			return nil
		}),
	}
	for _, t := range []eh.EventType{
		order.PublishedType, order.RevertedToDraftType, order.QueuedType, order.ReadiedType, order.PromotedType,
		order.MovedType, order.HeldType, order.ResumedType, order.CancelledType, order.RestoredType,
		order.GuestRevisionRequestedType,
	} {
		reducers[t] = statusChanged
	}
	return engine.Projection{
		Name:     Name,
		Tables:   []*rowset.Table{orders, work, returns, files},
		Reducers: reducers,
		NoMeta:   true,
		Gather:   engine.Seldom,
	}
}

func drafted(b *rowset.Batch, e domain.Event, d *order.Drafted) error {
	b.Upsert(orders, e.Stream, rowset.Set{
		"client":       d.Client,
		"customer":     d.Customer,
		"creator":      d.Creator,
		"operator":     nil,
		"service":      rowset.Optional(d.Details.Service),
		"service_name": d.Details.ServiceName,
		"status":       string(order.Draft),
		"archived":     false,
		"allocated":    d.Details.Allocated,
		"worked":       int64(0),
		"placed_at":    nil,
		"completed_at": nil,
		"cancelled_at": nil,
		"began_at":     nil,
		"touched_at":   nil,
		"life": life{
			order: e.Stream, creator: d.Creator, service: d.Details.Service, allocated: d.Details.Allocated,
		}.bytes(),
		"passed":   "",
		"version":  e.Version,
		"position": e.Position,
	})
	return nil
}

// lifeOf reads the life of an order, and other columns, for an event of the order. lacks is true if the life does not
// contain the event yet: it has no later change of the status and no later work.
func lifeOf(b *rowset.Batch, e domain.Event, columns []string, into ...any) (l life, lacks bool, err error) {
	var all []byte
	var version int
	found, err := b.Get(
		orders, e.Stream, append([]string{"life", "version"}, columns...), append([]any{&all, &version}, into...)...,
	)
	if err == nil && found && version < e.Version {
		l, _, err = readLife(all)
		lacks = err == nil
	}
	return l, lacks, err
}

// update writes a life that has an event now, and other columns of the order.
func (l life) update(b *rowset.Batch, e domain.Event, pairs ...any) {
	began, touched := l.span()
	pairs = append(
		pairs, "life", l.bytes(), "began_at", began, "touched_at", touched, "position", e.Position,
	)
	b.Update(orders, e.Stream, pairs...)
}

func detailsChanged(b *rowset.Batch, e domain.Event, d *order.DetailsChanged) error {
	l, lacks, err := lifeOf(b, e, nil)
	if err != nil || !lacks {
		return err
	}
	var pairs []any
	if d.Service != nil {
		l.service = *d.Service
		pairs = append(pairs, "service", rowset.Optional(l.service))
	}
	if d.ServiceName != nil {
		pairs = append(pairs, "service_name", *d.ServiceName)
	}
	if d.Terms != nil {
		l.allocated = d.Terms.Allocated
		pairs = append(pairs, "allocated", l.allocated)
	}
	l.update(b, e, pairs...)
	return nil
}

func archived(is bool) engine.Reducer {
	return func(b *rowset.Batch, e domain.Event) error {
		b.Update(orders, e.Stream, "archived", is, "position", e.Position)
		return nil
	}
}

func worked(b *rowset.Batch, e domain.Event, d *order.WorkStopped) error {
	l, lacks, err := lifeOf(b, e, nil)
	if err != nil || !lacks {
		return err
	}
	l.worked, l.pieces = d.Total, l.pieces.with(e.OccurredAt, d.Seconds)
	l.update(b, e, "worked", l.worked, "version", e.Version)
	b.Upsert(work, rowset.Key(e.Stream, e.Version), rowset.Set{
		"person": d.By, "seconds": d.Seconds, "at": e.OccurredAt, "position": e.Position,
	})
	return nil
}

// deleted removes everything about an order, so that no figure counts what nobody can open.
func deleted(b *rowset.Batch, e domain.Event, _ *order.Deleted) error {
	b.Delete(orders, e.Stream)
	return errors.Join(
		b.Exec("delete from {report_work} where order_id = $1", e.Stream),
		b.Exec("delete from {report_returns} where order_id = $1", e.Stream),
	)
}

// versions returns a reducer that counts a version of a proof.
func versions(change int) engine.Reducer {
	return func(b *rowset.Batch, e domain.Event) error {
		var n, version int
		found, err := b.Get(files, e.Stream, []string{"versions", "version"}, &n, &version)
		if err != nil || !found || version >= e.Version {
			return err
		}
		b.Update(files, e.Stream, "versions", n+change, "version", e.Version, "position", e.Position)
		return nil
	}
}

// Returns reports whether an order comes back to be worked on again: a review had begun, or was over.
func Returns(c order.Change) bool {
	return c.From.ShowsFiles() && (c.To.IsNew() || c.To.Workable()) && c.To != order.Draft
}

// statusChanged handles every event that changes the status. The steps and the times begin anew when an order
// becomes a draft again. What an imported order went through elsewhere took no time here: it is placed with its
// first change after the import.
func statusChanged(b *rowset.Batch, e domain.Event) error {
	c := e.Data.(order.StatusChanger).StatusChange()
	var placed *time.Time
	var operator *uuid.UUID
	var passed string
	l, lacks, err := lifeOf(b, e, []string{"placed_at", "operator", "passed"}, &placed, &operator, &passed)
	if err != nil || !lacks {
		return err
	}
	switch {
	case c.To == order.Draft:
		placed, passed, l.steps = nil, "", nil
	case placed == nil && c.To.Placed() && e.Meta.Via != domain.ViaImport:
		placed = &e.OccurredAt
	case placed != nil && !strings.Contains(passed, string(letters[c.From])):
		passed += string(letters[c.From])
	}
	var completed, cancelled any
	if placed != nil {
		l.steps = l.steps.with(c.To, e.OccurredAt)
		switch c.To {
		case order.Completed:
			completed = e.OccurredAt
		case order.CancelledOff:
			cancelled = e.OccurredAt
		}
		if Returns(c) {
			b.Upsert(returns, rowset.Key(e.Stream, e.Version), rowset.Set{
				"operator": operator, "at": e.OccurredAt, "position": e.Position,
			})
		}
	}
	l.update(
		b, e, "status", string(c.To), "placed_at", placed, "completed_at", completed, "cancelled_at", cancelled,
		"passed", passed, "version", e.Version,
	)
	return nil
}
