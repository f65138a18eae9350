package inbox

import "encoding/json"

// SnapshotSchema rises whenever the fields of Inbox or what Apply makes of them change.
func (i *Inbox) SnapshotSchema() int { return 2 }

// MarshalSnapshot is the whole state: the exported fields.
func (i *Inbox) MarshalSnapshot() ([]byte, error) { return json.Marshal(i) }

// UnmarshalSnapshot fills a new Inbox.
func (i *Inbox) UnmarshalSnapshot(raw []byte) error { return json.Unmarshal(raw, i) }
