// Package proofs is the read model of attachments and their versions, and of the guests invited to
// them.
package proofs

import (
	"maps"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "proofs"

var (
	attachments = &rowset.Table{Name: "proof_attachments", Key: []string{"id"}}
	versions    = &rowset.Table{Name: "proof_versions", Key: []string{"id"}}
	decisions   = &rowset.Table{Name: "proof_decisions", Key: []string{"position"}}
	reminders   = &rowset.Table{Name: "proof_reminders", Key: []string{"position"}}
)

// Projection folds the events of proofs and of guests.
func Projection() engine.Projection {
	reducers := engine.Reducers{
		proof.AttachmentAddedType: engine.On(added),
		proof.VersionAddedType:    engine.On(versionAdded),
		proof.VersionApprovedType: engine.On(
			func(b *rowset.Batch, e domain.Event, d *proof.VersionApproved) error {
				b.Update(versions, d.Version, "checked", true, "approval_cleared", false, "position", e.Position)
				return seen(b, e)
			},
		),
		proof.VersionRevisedType: engine.On(
			func(b *rowset.Batch, e domain.Event, d *proof.VersionRevised) error {
				b.Update(versions, d.Version, "checked", false, "approval_cleared", false, "position", e.Position)
				return seen(b, e)
			},
		),
		proof.VersionDeletedType: engine.On(
			func(b *rowset.Batch, e domain.Event, d *proof.VersionDeleted) error {
				b.Delete(versions, d.Version)
				return seen(b, e)
			},
		),
		proof.FileReplacedType:    engine.On(fileReplaced),
		proof.SettingsChangedType: engine.On(settingsChanged),
		proof.ReviewRequestedType: engine.On(
			func(b *rowset.Batch, e domain.Event, _ *proof.ReviewRequested) error { return seen(b, e) },
		),
		proof.AttachmentDeletedType: engine.On(
			func(b *rowset.Batch, e domain.Event, _ *proof.AttachmentDeleted) error {
				b.Delete(attachments, e.Stream)
				return b.Exec("delete from {proof_versions} where attachment_id = $1", e.Stream)
			},
		),
		proof.VersionDecidedType: engine.On(decided),
		proof.ApproversRemindedType: engine.On(
			func(b *rowset.Batch, e domain.Event, d *proof.ApproversReminded) error {
				b.Upsert(reminders, e.Position, rowset.Set{
					"version_id": d.Version, "step": d.Step, "began": d.Began, "overdue": d.Overdue,
				})
				return seen(b, e)
			},
		),
	}
	maps.Copy(reducers, guestReducers)
	return engine.Projection{
		Name:     Name,
		Tables:   []*rowset.Table{attachments, versions, decisions, reminders, guests},
		Reducers: reducers,
	}
}

func seen(b *rowset.Batch, e domain.Event, pairs ...any) error {
	b.Update(attachments, e.Stream, append(pairs, "version", e.Version, "position", e.Position)...)
	return nil
}

func added(b *rowset.Batch, e domain.Event, d *proof.AttachmentAdded) error {
	b.Upsert(attachments, e.Stream, rowset.Set{
		"order_id":          d.Order,
		"kind":              string(d.Kind),
		"name":              d.Name,
		"starting_tab":      string(d.StartingTab),
		"by_customer":       d.ByCustomer,
		"internal_disabled": false,
		"public_disabled":   false,
		"added_by":          rowset.Optional(e.Meta.Actor),
		"added_at":          e.OccurredAt,
		"version":           e.Version,
		"position":          e.Position,
	})
	return nil
}

func versionAdded(b *rowset.Batch, e domain.Event, d *proof.VersionAdded) error {
	set := file(d.File)
	set["attachment_id"], set["number"], set["checked"], set["approval_cleared"] = e.Stream, d.Number, false, false
	set["uploaded_by"], set["uploaded_at"], set["since"], set["position"] = rowset.Optional(e.Meta.Actor),
		e.OccurredAt, e.Position, e.Position
	b.Upsert(versions, d.Version, set)
	return seen(b, e)
}

func file(f proof.File) rowset.Set {
	return rowset.Set{
		"file_name":    f.Name,
		"content_type": f.ContentType,
		"key":          f.Key,
		"size":         f.Size,
		"sha256":       f.SHA256,
		"width":        f.Width,
		"height":       f.Height,
	}
}

// fileReplaced keeps an approval unless the event says that it was lost (D-15).
func fileReplaced(b *rowset.Batch, e domain.Event, d *proof.FileReplaced) error {
	f := file(d.File)
	pairs := []any{"since", e.Position, "position", e.Position}
	for column, value := range f {
		pairs = append(pairs, column, value)
	}
	if d.ApprovalCleared {
		pairs = append(pairs, "checked", false, "approval_cleared", true)
	}
	b.Update(versions, d.Version, pairs...)
	return seen(b, e)
}

func settingsChanged(b *rowset.Batch, e domain.Event, d *proof.SettingsChanged) error {
	var pairs []any
	if d.InternalDisabled != nil {
		pairs = append(pairs, "internal_disabled", *d.InternalDisabled)
	}
	if d.PublicDisabled != nil {
		pairs = append(pairs, "public_disabled", *d.PublicDisabled)
	}
	if d.StartingTab != nil {
		pairs = append(pairs, "starting_tab", string(*d.StartingTab))
	}
	return seen(b, e, pairs...)
}

// decided keeps every decision. Which of them count is decided when they are read, see proof.Journey.
func decided(b *rowset.Batch, e domain.Event, d *proof.VersionDecided) error {
	b.Upsert(decisions, e.Position, rowset.Set{
		"version_id": d.Version,
		"workflow":   d.Workflow,
		"edition":    d.Edition,
		"step":       d.Step,
		"seat":       d.Seat,
		"person":     e.Meta.Actor,
		"approved":   d.Approved,
		"reason":     d.Reason,
		"anew":       d.Anew,
		"decided_at": e.OccurredAt,
	})
	return seen(b, e)
}
