// Package stored keeps which files versions have and had, and the pictures of orders' watermarks, so that those nobody shows leave the store after a while (D-14).
package stored

import (
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections"
)

// Name of the projection.
const Name = "stored"

var files = &projections.Table{Name: "stored_files", Key: []string{"version_id", "key"}}

// Projection folds the events of proofs into files. A watermark's row has the id of its order in place of a version. When a file is removed its
// row stays and says since when.
func Projection() projections.Projection {
	return projections.Projection{
		Name:   Name,
		Tables: []*projections.Table{files},
		Gather: projections.Briefly,
		NoMeta: true,
		Reducers: projections.Reducers{
			proof.VersionAddedType: projections.On(
				func(b *projections.Batch, e domain.Event, d *proof.VersionAdded) error {
					b.Upsert(files, projections.Key(d.Version, d.File.Key), row(e, d.File))
					return nil
				},
			),
			proof.FileReplacedType: projections.On(
				func(b *projections.Batch, e domain.Event, d *proof.FileReplaced) error {
					if err := b.Exec(
						"update {stored_files} set removed_at = $2 where version_id = $1 and removed_at is null",
						d.Version, e.OccurredAt,
					); err != nil {
						return err
					}
					b.Upsert(files, projections.Key(d.Version, d.File.Key), row(e, d.File))
					return nil
				},
			),
			proof.VersionDeletedType: projections.On(
				func(b *projections.Batch, e domain.Event, d *proof.VersionDeleted) error {
					return b.Exec(
						"update {stored_files} set removed_at = $2 where version_id = $1 and removed_at is null",
						d.Version, e.OccurredAt,
					)
				},
			),
			order.WatermarkSetType: projections.On(
				func(b *projections.Batch, e domain.Event, d *order.WatermarkSet) error {
					if err := b.Exec(
						"update {stored_files} set removed_at = $2 where version_id = $1 and removed_at is null",
						e.Stream, e.OccurredAt,
					); err != nil {
						return err
					}
					if p := d.Picture; p != nil {
						b.Upsert(files, projections.Key(e.Stream, p.Key), projections.Set{
							"attachment_id": e.Stream,
							"sha256":        p.SHA256,
							"size":          p.Size,
							"removed_at":    nil,
						})
					}
					return nil
				},
			),
			proof.AttachmentDeletedType: projections.On(
				func(b *projections.Batch, e domain.Event, _ *proof.AttachmentDeleted) error {
					return b.Exec(
						"update {stored_files} set removed_at = $2 where attachment_id = $1 and removed_at is null",
						e.Stream, e.OccurredAt,
					)
				},
			),
		},
	}
}

func row(e domain.Event, f proof.File) projections.Set {
	return projections.Set{"attachment_id": e.Stream, "sha256": f.SHA256, "size": f.Size, "removed_at": nil}
}
