package engine_test

import (
	"fmt"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// A read model of the names of orders. A migration creates its table.
func ExampleProjection() {
	names := &rowset.Table{Name: "order_names", Key: []string{"id"}}
	p := engine.Projection{
		Name:   "names",
		Tables: []*rowset.Table{names},
		Reducers: engine.Reducers{
			order.DraftedType: engine.On(func(b *rowset.Batch, e domain.Event, d *order.Drafted) error {
				b.Upsert(names, e.Stream, rowset.Set{"name": d.Details.Name})
				return nil
			}),
			order.DeletedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *order.Deleted) error {
				b.Delete(names, e.Stream)
				return nil
			}),
		},
	}
	fmt.Println(p.Name, len(p.Reducers), p.Reducers[eh.EventType("order.moved")] == nil)
	// Output: names 2 true
}
