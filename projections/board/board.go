// Package board is the read model of orders: a card for each order. The board, the list, the
// archive and the queue read it.
package board

import (
	"encoding/json"
	"strconv"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "board"

var cards = &rowset.Table{Name: "board_cards", Key: []string{"id"}}

// Projection folds the events of orders into cards.
func Projection() engine.Projection {
	reducers := engine.Reducers{
		order.DraftedType:        engine.On(drafted),
		order.DetailsChangedType: engine.On(detailsChanged),
		order.RepositionedType: engine.On(func(b *rowset.Batch, e domain.Event, d *order.Repositioned) error {
			return set(b, e, "rank", d.Rank)
		}),
		order.FrozenType: engine.On(
			func(b *rowset.Batch, e domain.Event, _ *order.Frozen) error { return set(b, e, "frozen", true) },
		),
		order.UnfrozenType: engine.On(
			func(b *rowset.Batch, e domain.Event, _ *order.Unfrozen) error { return set(b, e, "frozen", false) },
		),
		order.ArchivedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.Archived) error {
			return set(b, e, "archived", true)
		}),
		order.UnarchivedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.Unarchived) error {
			return set(b, e, "archived", false)
		}),
		order.AssignedType:         engine.On(assigned),
		order.CollaboratorsSetType: engine.On(collaborators),
		order.WatermarkSetType: engine.On(func(b *rowset.Batch, e domain.Event, d *order.WatermarkSet) error {
			chosen, err := json.Marshal(d)
			if err != nil {
				return err
			}
			return set(b, e, "watermark", string(chosen))
		}),
		order.EstimateAskedType: engine.On(
			func(b *rowset.Batch, e domain.Event, _ *order.EstimateAsked) error { return set(b, e) },
		),
		order.EstimateConfirmedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.EstimateConfirmed) error {
			return set(b, e, "payg", true)
		}),
		order.EstimateWithdrawnType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.EstimateWithdrawn) error {
			return set(b, e, "payg", false)
		}),
		order.WorkBilledType: engine.On(
			func(b *rowset.Batch, e domain.Event, _ *order.WorkBilled) error { return set(b, e) },
		),
		order.RoutePinnedType:      engine.On(routePinned),
		order.ApproverReplacedType: engine.On(approverReplaced),
		order.DeletedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.Deleted) error {
			b.Delete(cards, e.Stream)
			return nil
		}),
	}
	reducers[order.WorkStartedType] = engine.On(
		func(b *rowset.Batch, e domain.Event, d *order.WorkStarted) error {
			return set(b, e, "work_by", d.By, "work_since", e.OccurredAt)
		},
	)
	reducers[order.WorkStoppedType] = engine.On(
		func(b *rowset.Batch, e domain.Event, d *order.WorkStopped) error {
			return set(b, e, "work_by", nil, "work_since", nil, "worked", d.Total)
		},
	)
	for _, t := range []eh.EventType{
		order.PublishedType, order.RevertedToDraftType, order.QueuedType, order.ReadiedType, order.PromotedType, order.MovedType, order.HeldType,
		order.ResumedType, order.CancelledType, order.RestoredType, order.GuestRevisionRequestedType,
	} {
		reducers[t] = statusChanged
	}
	return engine.Projection{
		Name:     Name,
		Tables:   []*rowset.Table{cards},
		Reducers: reducers,
		NoMeta:   true,
		Gather:   engine.Barely,
	}
}

// set changes columns of the card, and those that describe the last event.
func set(b *rowset.Batch, e domain.Event, pairs ...any) error {
	b.Update(
		cards,
		e.Stream,
		append(pairs, "version", e.Version, "position", e.Position, "updated_at", e.OccurredAt)...)
	return nil
}

func drafted(b *rowset.Batch, e domain.Event, d *order.Drafted) error {
	row := rowset.Set{
		"number":          d.NumberAt(e.Position).N,
		"prefix":          d.NumberAt(e.Position).Prefix,
		"client":          d.Client,
		"customer":        d.Customer,
		"creator":         d.Creator,
		"collaborators":   []uuid.UUID{},
		"operator":        nil,
		"manager":         nil,
		"created_at":      e.OccurredAt,
		"updated_at":      e.OccurredAt,
		"status":          string(order.Draft),
		"rank":            d.Rank,
		"set_aside":       int64(0),
		"shown_until":     int64(0),
		"held_from":       "",
		"hold_reason":     "",
		"cancelled_from":  "",
		"frozen":          false,
		"archived":        false,
		"watermark":       "{}",
		"published_at":    nil,
		"started_at":      nil,
		"start_by":        nil,
		"worked":          int64(0),
		"work_by":         nil,
		"work_since":      nil,
		"route":           nil,
		"review_began":    nil,
		"review_position": int64(0),
		"reopened":        int64(0),
		"version":         e.Version,
		"position":        e.Position,
	}
	for _, of := range details {
		row[of.column] = of.value(&d.Details)
	}
	b.Upsert(cards, e.Stream, row)
	return nil
}

func detailsChanged(b *rowset.Batch, e domain.Event, d *order.DetailsChanged) error {
	var pairs []any
	now := order.Details{}.With(*d)
	for _, of := range details {
		if of.Changed(d) {
			pairs = append(pairs, of.column, of.value(&now))
		}
	}
	if d.Terms != nil {
		pairs = append(pairs, "start_by", d.StartBy)
	}
	return set(b, e, pairs...)
}

func assigned(b *rowset.Batch, e domain.Event, d *order.Assigned) error {
	return set(b, e, "operator", rowset.Optional(d.Operator), "manager", rowset.Optional(d.Manager))
}

func collaborators(b *rowset.Batch, e domain.Event, d *order.CollaboratorsSet) error {
	users := d.Users
	if users == nil {
		users = []uuid.UUID{}
	}
	return set(b, e, "collaborators", users)
}

// statusChanged handles every event that changes the status. The reason of a hold, and the status
// before a cancellation, are kept as in order.Order.Apply.
func statusChanged(b *rowset.Batch, e domain.Event) error {
	c := e.Data.(order.StatusChanger).StatusChange()
	setAside := int64(0)
	if c.SetsAside() {
		setAside = e.Position
	}
	pairs := []any{"status", string(c.To), "rank", c.Rank, "set_aside", setAside}
	if c.HidesFiles() {
		pairs = append(pairs, "shown_until", e.Position)
	}
	if c.To == order.InReview {
		pairs = append(pairs, "review_began", e.OccurredAt, "review_position", e.Position)
	}
	if c.Reopens() {
		pairs = append(pairs, "reopened", e.Position)
	}
	begins, ends := c.Waits()
	if begins {
		pairs = append(pairs, "published_at", e.OccurredAt, "start_by", c.StartBy)
	}
	if begins && !ends {
		pairs = append(pairs, "started_at", nil)
	}
	if ends {
		pairs = append(pairs, "started_at", e.OccurredAt)
	}
	switch d := e.Data.(type) {
	case *order.Held:
		pairs = append(pairs, "held_from", string(c.From), "hold_reason", d.Reason)
	case *order.Cancelled:
		pairs = append(pairs, "cancelled_from", string(c.From))
	default:
		if c.To != order.OnHold && c.To != order.CancelledOff {
			pairs = append(pairs, "held_from", "", "hold_reason", "")
		}
	}
	return set(b, e, pairs...)
}

func routePinned(b *rowset.Batch, e domain.Event, d *order.RoutePinned) error {
	if d.Route == nil {
		return set(b, e, "route", nil)
	}
	route, err := json.Marshal(d.Route)
	if err != nil {
		return err
	}
	return set(b, e, "route", string(route))
}

func approverReplaced(b *rowset.Batch, e domain.Event, d *order.ApproverReplaced) error {
	if err := b.Exec(
		"update {board_cards} set route = jsonb_set(route, array['steps', $2::text, 'approvers', $3::text], to_jsonb($4::text)) where id = $1",
		e.Stream,
		strconv.Itoa(d.Step),
		strconv.Itoa(d.Seat),
		d.To.String(),
	); err != nil {
		return err
	}
	return set(b, e)
}
