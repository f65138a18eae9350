package topic

import "encoding/json"

// SnapshotSchema rises whenever the fields of Topic or what Apply makes of them change.
func (t *Topic) SnapshotSchema() int { return 1 }

// MarshalSnapshot is the whole state: the exported fields.
func (t *Topic) MarshalSnapshot() ([]byte, error) { return json.Marshal(t) }

// UnmarshalSnapshot fills a new Topic.
func (t *Topic) UnmarshalSnapshot(raw []byte) error { return json.Unmarshal(raw, t) }
