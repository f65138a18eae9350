package guest

import "encoding/json"

// SnapshotSchema rises whenever the fields of Guest or what Apply makes of them change.
func (g *Guest) SnapshotSchema() int { return 1 }

// MarshalSnapshot is the whole state: the exported fields.
func (g *Guest) MarshalSnapshot() ([]byte, error) { return json.Marshal(g) }

// UnmarshalSnapshot fills a new Guest.
func (g *Guest) UnmarshalSnapshot(raw []byte) error { return json.Unmarshal(raw, g) }
