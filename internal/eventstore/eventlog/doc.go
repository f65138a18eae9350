// Package eventlog is the event log on PostgreSQL: appends with expected versions, guards and
// idempotency by command id, positions that are gapless and in commit order, reads by stream and by
// position, and snapshots.
//
// One writer goroutine and connection of each process commits the appends that wait as one batch,
// in one round trip. The primary key (position) is the compare-and-set between processes: a batch
// that knows the head inserts at head+1, and a unique violation means that another process was
// faster.
//
// Below it: codec (event types and their versions), record (events as bytes), keyring (keys that
// authenticate events) and notify (wakes readers). Above it: repository (aggregates), lease (what
// one process does at a time), follow (workers that read the log) and ledger (effects that were
// done).
package eventlog
