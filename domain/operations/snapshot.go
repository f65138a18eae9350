package operations

import "encoding/json"

// SnapshotSchema rises when the state or the fold changes.
func (p *Projection) SnapshotSchema() int { return 1 }

// MarshalSnapshot returns the state as JSON.
func (p *Projection) MarshalSnapshot() ([]byte, error) { return json.Marshal(p) }

// UnmarshalSnapshot restores it into a new aggregate.
func (p *Projection) UnmarshalSnapshot(raw []byte) error { return json.Unmarshal(raw, p) }
