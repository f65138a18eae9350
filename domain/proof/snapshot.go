package proof

import "encoding/json"

// SnapshotSchema rises whenever the fields of Proof or what Apply makes of them change.
func (p *Proof) SnapshotSchema() int { return 2 }

// MarshalSnapshot is the whole state: the exported fields.
func (p *Proof) MarshalSnapshot() ([]byte, error) { return json.Marshal(p) }

// UnmarshalSnapshot fills a new Proof.
func (p *Proof) UnmarshalSnapshot(raw []byte) error { return json.Unmarshal(raw, p) }
