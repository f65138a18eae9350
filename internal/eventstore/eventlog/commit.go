package eventlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

const (
	backToFast  = 64 // slow batches without another writer before the fast path is tried again
	copyFrom    = 5  // number of events from which a batch is sent by COPY
	slowRetries = 5
)

// commit appends a batch in one transaction and answers each of its requests, or keeps those whose
// outcome is unknown.
func (w *writer) commit(batch []*request) {
	live := batch[:0]
	inDoubt := false
	for _, r := range batch {
		if r.sent || r.state.CompareAndSwap(waiting, taken) {
			live = append(live, r)
			inDoubt = inDoubt || r.sent
		}
	}
	if len(live) == 0 {
		return
	}
	if w.known && w.lone && !inDoubt && w.fast(live) {
		return
	}
	if w.conn != nil {
		w.slow(live)
	}
}

// fast appends at head+1. If another process has appended since our last batch, the primary key
// rejects the insert. So a successful insert proves that the cached versions were right, including
// those by which other requests of the batch were rejected. It returns false if nothing was
// appended and the batch must take the slow way.
func (w *writer) fast(batch []*request) bool {
	n := 0
	accepted := w.wire.accepted[:0]
	for _, r := range batch {
		v, ok := w.cache.get(r.stream)
		if !ok && r.expected != 0 { // a stream that is not cached; a new one is guarded by its unique key
			return false
		}
		stale := ok && v != r.expected
		for _, g := range r.guards {
			v, ok := w.cache.get(g.Stream)
			if !ok {
				return false
			}
			stale = stale || v != g.Version
		}
		r.passed = !stale && r.beyond(w.head+int64(n))
		if !stale && !r.passed {
			accepted = append(accepted, r)
			n += len(r.rows)
		}
	}
	w.wire.accepted = accepted
	if n == 0 { // without an insert nothing proves that the cache is right: another process may have changed the streams
		return false
	}
	err := w.insert(accepted, n)
	switch violated, broken := classify(err); {
	case err == nil:
	case violated != "":
		w.s.meters.lost.Inc()
		if violated == "events_pkey" { // another process appends too
			w.lone, w.alone = false, 0
		}
		w.forget()
		return false
	case broken:
		w.doubt(batch, accepted, err)
		return true
	default:
		w.s.log.Warn("event store: a batch failed and is tried one by one", "error", err, "appends", len(accepted))
		w.forget()
		return false
	}
	w.answer(batch, accepted, w.head)
	return true
}

// answer answers each request of a batch. The events of the accepted ones follow position base.
func (w *writer) answer(batch, accepted []*request, base int64) {
	position := base
	for _, r := range accepted {
		position += int64(len(r.rows))
		w.cache.set(r.stream, r.version())
		for _, g := range r.guards { // so that the next append with this guard takes the fast path
			w.cache.set(g.Stream, g.Version)
		}
	}
	w.head, w.known = position, true
	if position > base {
		w.s.meters.appended(position, position-base)
		w.s.tail.add(base, accepted)
		w.s.notifier.Appended(position)
	}
	position = base
	i := 0
	for _, r := range batch {
		if i < len(accepted) && accepted[i] == r {
			i++
			position += int64(len(r.rows))
			r.done <- outcome{position: position}
		} else {
			w.s.meters.conflicts.Inc()
			err := ErrConflict
			if r.passed {
				err = ErrPassed
			}
			r.done <- outcome{err: err}
		}
	}
}

// insert sends the events of the accepted requests for the positions after head, in one transaction
// and round trip.
func (w *writer) insert(accepted []*request, n int) error {
	if err := w.limit(); err != nil {
		return err
	}
	return w.send(w.head, accepted, n, false)
}

func (w *writer) send(head int64, accepted []*request, n int, commit bool) error {
	if n < copyFrom {
		return w.wire.insert(w.conn.PgConn(), head, accepted, n, commit)
	}
	return w.wire.copy(w.conn.PgConn(), head, accepted, commit)
}

// limit bounds how long the server may take, because a broken connection must not block the writer.
func (w *writer) limit() error {
	return w.conn.PgConn().Conn().SetDeadline(time.Now().Add(w.s.cfg.Timeout / 2))
}

// slow lets the server check the batch and appends what it accepts.
func (w *writer) slow(batch []*request) {
	var base int64
	var status []int32
	var err error
	for range slowRetries {
		base, status, err = w.appendEvents(batch)
		violated, broken := classify(err)
		if err == nil {
			break
		}
		if broken {
			w.doubt(batch, batch, err)
			return
		}
		if violated == "" {
			break
		}
	}
	if err != nil {
		w.forget()
		if len(batch) > 1 { // one request may be at fault: the others must not fail with it
			for i := range batch {
				if w.conn == nil { // the connection was lost: the rest waits for the next one
					for _, r := range batch[i:] {
						r.state.Store(waiting)
					}
					w.held = append(w.held, batch[i:]...)
					return
				}
				w.slow(batch[i : i+1 : i+1])
			}
			return
		}
		if unavailable(err) {
			err = fmt.Errorf("%w: %w", ErrUnavailable, err)
		} else {
			err = fmt.Errorf("event store: append: %w", err)
		}
		w.s.log.Error("event store: append failed", "error", err, "stream", batch[0].stream)
		batch[0].done <- outcome{err: err}
		return
	}
	if w.known && w.head == base {
		if w.alone++; w.alone >= backToFast {
			w.lone = true
		}
	} else {
		w.cache.clear()
		w.alone = 0
	}
	accepted := w.wire.accepted[:0]
	others := batch[:0:0]
	for i, r := range batch {
		switch status[i] {
		case 0:
			accepted = append(accepted, r)
			others = append(others, r)
		case 2:
			w.s.meters.repeated.Inc()
			r.done <- outcome{duplicate: true}
		default:
			others = append(others, r)
		}
	}
	w.wire.accepted = accepted
	w.answer(others, accepted, base)
}

// appendEvents asks the server for the head and for the requests that may be appended, and appends
// those while it holds the lock of all writers. Their authenticators cover their positions, so the
// positions must be known before.
func (w *writer) appendEvents(batch []*request) (base int64, status []int32, err error) {
	if err := w.limit(); err != nil {
		return 0, nil, err
	}
	base, status, err = w.check(batch)
	if err != nil {
		return 0, nil, w.rollback(err)
	}
	if len(status) != len(batch) {
		return 0, nil, w.rollback(fmt.Errorf("check_appends answered %d of %d", len(status), len(batch)))
	}
	n := 0
	accepted := w.wire.accepted[:0]
	for i, r := range batch {
		r.passed = status[i] == 0 && r.beyond(base+int64(n))
		switch {
		case r.passed:
			status[i] = 1 // refused
		case status[i] == 0:
			accepted = append(accepted, r)
			n += len(r.rows)
		}
	}
	w.wire.accepted = accepted
	if n == 0 {
		return base, status, w.rollback(nil)
	}
	if err := w.send(base, accepted, n, true); err != nil {
		return 0, nil, w.rollback(err)
	}
	return base, status, nil
}

// check begins a transaction that holds the lock of all writers.
func (w *writer) check(batch []*request) (base int64, status []int32, err error) {
	c := &w.wire.columns
	c.fill(batch)
	var q pgx.Batch
	q.Queue("begin")
	q.Queue("select o_base, o_status from check_appends($1,$2,$3,$4,$5,$6)", c.commands, c.streams, c.expected, c.guardSave, c.guardStream, c.guardVersion).
		QueryRow(func(row pgx.Row) error { return row.Scan(&base, &status) })
	err = w.conn.SendBatch(context.Background(), &q).Close()
	return base, status, err
}

// rollback ends the transaction of an append that failed, unless its connection is broken. It
// returns the error of the append.
func (w *writer) rollback(err error) error {
	if _, broken := classify(err); broken || w.conn.PgConn().TxStatus() == 'I' {
		return err
	}
	if _, failed := w.conn.PgConn().Exec(context.Background(), "rollback").ReadAll(); failed != nil {
		return errors.Join(err, failed)
	}
	return err
}

// forget drops the cached state of the log. The next batch asks the server.
func (w *writer) forget() {
	w.known = false
	w.cache.clear()
}

// doubt keeps the requests of a batch whose commit was cut off. Those that were sent are sent
// again: the server recognises by their command ids whether they were appended.
func (w *writer) doubt(batch, sent []*request, err error) {
	w.s.log.Warn(
		"event store: connection lost during a commit, its outcome will be looked up", "error", err, "appends",
		len(sent),
	)
	w.disconnect()
	for _, r := range sent {
		r.sent = true
	}
	for _, r := range batch {
		if !r.sent { // it was rejected by a cache that may be wrong: the server must decide
			r.state.Store(waiting)
		}
	}
	w.held = append(append(make([]*request, 0, len(batch)+len(w.held)), batch...), w.held...)
}

// classify distinguishes three kinds of errors: a unique violation (it returns the key's name), a
// broken connection, after which the outcome is unknown, and errors that certainly rolled the
// transaction back.
func classify(err error) (violated string, broken bool) {
	if err == nil {
		return "", false
	}
	var pe *pgconn.PgError
	if !errors.As(err, &pe) || !strings.EqualFold(pe.Severity, "ERROR") {
		return "", true
	}
	if pe.Code == "23505" {
		return pe.ConstraintName, false
	}
	return "", false
}

// unavailable reports whether an error is about the state of the database, not about the request.
func unavailable(err error) bool {
	var pe *pgconn.PgError
	if !errors.As(err, &pe) {
		return !errors.Is(err, codec.ErrUndecodable)
	}
	switch pe.Code[:2] {
	case "08", "53", "57", "58": // connection, resources (disk full), operator, system
		return true
	}
	return pe.Code == "25006" || pe.Code == "55P03" || pe.Code == "40001" || pe.Code == "40P01" || pe.Code == "XX000"
}

// columnArrays are the arguments of check_appends.
type columnArrays struct {
	commands, streams       []uuid.UUID
	expected                []int32
	guardSave, guardVersion []int32
	guardStream             []uuid.UUID
}

func (c *columnArrays) fill(batch []*request) {
	c.commands, c.streams, c.expected = c.commands[:0], c.streams[:0], c.expected[:0]
	c.guardSave, c.guardVersion, c.guardStream = c.guardSave[:0], c.guardVersion[:0], c.guardStream[:0]
	for i, r := range batch {
		c.commands, c.streams, c.expected = append(c.commands, r.command), append(c.streams, r.stream),
			append(c.expected, int32(r.expected))
		for _, g := range r.guards {
			c.guardSave, c.guardStream, c.guardVersion = append(c.guardSave, int32(i+1)),
				append(c.guardStream, g.Stream), append(c.guardVersion, int32(g.Version))
		}
	}
}
