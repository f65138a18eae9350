// Package eventstore is the event log on PostgreSQL: appends with expected versions, guards and idempotency by
// command id, positions that are gapless and in commit order, reads by stream and by position, snapshots, and
// repositories that cache aggregates.
//
// One writer goroutine and connection a process commits what waits as one batch, one round trip each. The primary
// key (position) is the compare-and-set between processes: a batch that knows the head inserts at head+1, and a
// unique violation tells that somebody else was faster.
package eventstore
