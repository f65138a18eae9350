// Package translog makes the event log a transparency log (RFC 6962, BY-021): a Merkle tree over
// its events whose heads are signed, so that a change of what was once covered cannot be hidden
// from whoever kept a head. The tree follows the log; appending waits for nothing here. Leaf n is
// the record of the event at position n+1 (eventstore.EachRecord).
package translog
