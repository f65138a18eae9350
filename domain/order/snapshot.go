package order

import "encoding/json"

// SnapshotSchema rises whenever the fields of Order or what Apply makes of them change.
func (o *Order) SnapshotSchema() int { return 7 }

// MarshalSnapshot is the whole state: the exported fields.
func (o *Order) MarshalSnapshot() ([]byte, error) { return json.Marshal(o) }

// UnmarshalSnapshot fills a new Order.
func (o *Order) UnmarshalSnapshot(raw []byte) error { return json.Unmarshal(raw, o) }
