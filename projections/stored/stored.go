// Package stored is the read model of files in use: which file each version has and had, and the
// pictures of watermarks. With it the sweeper finds files that nothing shows any more (D-14).
package stored

import (
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "stored"

var files = &rowset.Table{Name: "stored_files", Key: []string{"version_id", "key"}}

// Projection folds the events of proofs into files. The row of a watermark has the id of its order
// instead of a version. The row of a removed file stays, with the time of its removal.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{files},
		Gather: engine.Briefly,
		NoMeta: true,
		Reducers: engine.Reducers{
			proof.VersionAddedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *proof.VersionAdded) error {
					b.Upsert(files, rowset.Key(d.Version, d.File.Key), row(e, d.File))
					return nil
				},
			),
			proof.FileReplacedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *proof.FileReplaced) error {
					if err := b.Exec(
						"update {stored_files} set removed_at = $2 where version_id = $1 and removed_at is null",
						d.Version, e.OccurredAt,
					); err != nil {
						return err
					}
					b.Upsert(files, rowset.Key(d.Version, d.File.Key), row(e, d.File))
					return nil
				},
			),
			proof.VersionDeletedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *proof.VersionDeleted) error {
					return b.Exec(
						"update {stored_files} set removed_at = $2 where version_id = $1 and removed_at is null",
						d.Version, e.OccurredAt,
					)
				},
			),
			order.WatermarkSetType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *order.WatermarkSet) error {
					if err := b.Exec(
						"update {stored_files} set removed_at = $2 where version_id = $1 and removed_at is null",
						e.Stream, e.OccurredAt,
					); err != nil {
						return err
					}
					if p := d.Picture; p != nil {
						b.Upsert(files, rowset.Key(e.Stream, p.Key), rowset.Set{
							"attachment_id": e.Stream,
							"sha256":        p.SHA256,
							"size":          p.Size,
							"removed_at":    nil,
						})
					}
					return nil
				},
			),
			proof.AttachmentDeletedType: engine.On(
				func(b *rowset.Batch, e domain.Event, _ *proof.AttachmentDeleted) error {
					return b.Exec(
						"update {stored_files} set removed_at = $2 where attachment_id = $1 and removed_at is null",
						e.Stream, e.OccurredAt,
					)
				},
			),
		},
	}
}

func row(e domain.Event, f proof.File) rowset.Set {
	return rowset.Set{"attachment_id": e.Stream, "sha256": f.SHA256, "size": f.Size, "removed_at": nil}
}
