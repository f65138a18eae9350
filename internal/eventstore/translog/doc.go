// Package translog makes the event log a transparency log (RFC 6962, BY-021). It builds a Merkle
// tree over the events and signs its heads. Whoever has kept a head can therefore detect that an
// event it covers was changed. The tree follows the log, so appends do not wait for it. Leaf n is
// the record of the event at position n+1 (eventlog.EachRecord).
package translog
