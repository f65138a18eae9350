// Package search is the read model of the texts by which orders are found. It is separate from the
// cards, because cards change with every move, and a rebuild of them is far faster than one of the
// text index. Package board joins the two, because a search finds only what the board may show.
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

// Projection stores the texts of orders.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{texts},
		Gather: engine.Briefly,
		NoMeta: true,
		Reducers: engine.Reducers{
			order.DraftedType: engine.On(func(b *rowset.Batch, e domain.Event, d *order.Drafted) error {
				b.Upsert(texts, e.Stream, rowset.Set{
					"number":       e.Position, // the newest come first
					"called":       d.NumberAt(e.Position).String(),
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
