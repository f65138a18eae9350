// Package search keeps what is searched in orders. It is apart from their cards, which change with
// every move and are rebuilt far faster than the index of the texts. Package board asks it, for a
// search sees what the board shows.
package search

import (
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "search"

var texts = &rowset.Table{Name: "order_texts", Key: []string{"id"}}

// Projection folds the events of orders into their texts.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{texts},
		Gather: engine.Briefly,
		NoMeta: true,
		Reducers: engine.Reducers{
			order.DraftedType: engine.On(func(b *rowset.Batch, e domain.Event, d *order.Drafted) error {
				b.Upsert(texts, e.Stream, rowset.Set{
					"number":       e.Position,
					"client":       d.Client,
					"customer":     d.Customer,
					"creator":      d.Creator,
					"name":         d.Details.Name,
					"service_name": d.Details.ServiceName,
					"package":      d.Details.Package,
				})
				return nil
			}),
			order.DetailsChangedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *order.DetailsChanged) error {
					var pairs []any
					if d.Name != nil {
						pairs = append(pairs, "name", *d.Name)
					}
					if d.ServiceName != nil {
						pairs = append(pairs, "service_name", *d.ServiceName)
					}
					if pairs != nil {
						b.Update(texts, e.Stream, pairs...)
					}
					return nil
				},
			),
			order.DeletedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.Deleted) error {
				b.Delete(texts, e.Stream)
				return nil
			}),
		},
	}
}
