package catalogue_test

import (
	"fmt"

	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/order"
)

// The catalogue knows the events of every kind of stream, with a sentence for docs/events.md.
func ExampleStreams() {
	for _, k := range catalogue.Streams() {
		if k.Type != order.AggregateType {
			continue
		}
		for _, e := range k.Events {
			if e.Type == order.MovedType {
				fmt.Println(e.Type, e.Says)
			}
		}
	}
	// Output: order.moved The order was moved to another status.
}
