package eventlog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/record"
)

// wire writes batches in PostgreSQL's own formats and keeps the buffers between batches.
type wire struct {
	accepted []*request
	columns  columnArrays
	buf      []byte
	params   [][]byte
	keys     *keyring.Keyring
	record   []byte // buffer for what is authenticated
	auth     []byte // authenticators of the events of one insert
}

// Every writer takes this lock before it inserts, so that writers queue in order and never
// deadlock.
const writersLock = "7310012"

const columns = record.Fields + 1

const columnList = "position, stream_id, version, stream_type, type, data, metadata, command_id, occurred_at, auth"

var (
	copyQuery = simpleQuery(
		"select pg_advisory_xact_lock(" + writersLock + "); copy events (" + columnList + ") from stdin binary",
	)
	commitQuery = simpleQuery("commit")
)

// simpleQuery returns the message of PostgreSQL's protocol that runs a text.
func simpleQuery(sql string) []byte {
	b := binary.BigEndian.AppendUint32([]byte{'Q'}, uint32(4+len(sql)+1))
	return append(append(b, sql...), 0)
}

var types = [columns]string{"bigint", "uuid", "integer", "text", "text", "json", "json", "uuid", "timestamptz", "bytea"}

var formats = func() (f [(copyFrom - 1) * columns]int16) {
	for i := range f {
		f[i] = 1 // binary
	}
	return f
}()

// prepare prepares the statements for batches that are too small for COPY.
func (w *wire) prepare(ctx context.Context, conn *pgconn.PgConn) error {
	for n := 1; n < copyFrom; n++ {
		var b strings.Builder
		fmt.Fprintf(
			&b, "insert into events (%s) select v.* from (select pg_advisory_xact_lock(%s)) as l, (values ", columnList,
			writersLock,
		)
		for i := range n {
			b.WriteString(strings.Repeat(",", min(i, 1)) + "(")
			for k, t := range types {
				fmt.Fprintf(&b, "%s$%d::%s", strings.Repeat(",", min(k, 1)), i*columns+k+1, t)
			}
			b.WriteString(")")
		}
		b.WriteString(") as v")
		if _, err := conn.Prepare(ctx, statement(n), b.String(), nil); err != nil {
			return err
		}
	}
	return nil
}

func statement(n int) string { return "append_" + string(rune('0'+n)) }

// insert sends n events (fewer than copyFrom) as one prepared statement. If a transaction is open,
// a commit follows.
func (w *wire) insert(conn *pgconn.PgConn, head int64, accepted []*request, n int, commit bool) error {
	p := w.arguments(head, accepted, n)
	defer clear(w.params)
	if !commit {
		_, err := conn.ExecPrepared(context.Background(), statement(n), p, formats[:len(p)], nil).Close()
		return err
	}
	pipe := conn.StartPipeline(context.Background())
	pipe.SendQueryPrepared(statement(n), p, formats[:len(p)], nil)
	pipe.SendQueryParams("commit", nil, nil, nil, nil)
	err := pipe.Sync()
	for err == nil {
		var res any
		switch res, err = pipe.GetResults(); res := res.(type) {
		case *pgconn.ResultReader:
			_, err = res.Close()
		case *pgconn.PipelineSync:
			return pipe.Close()
		}
	}
	return errors.Join(err, pipe.Close())
}

// arguments returns the events as the arguments of a prepared statement.
func (w *wire) arguments(head int64, accepted []*request, n int) [][]byte {
	b, p := w.buf[:0], w.params[:0]
	w.auth = w.auth[:0]
	if need := n * keyring.AuthSize; cap(w.auth) < need {
		w.auth = make([]byte, 0, need) // the arguments point into it
	}
	mark := 0
	field := func() {
		p = append(p, b[mark:len(b):len(b)])
		mark = len(b)
	}
	if need := n * 64; cap(b) < need {
		b = make([]byte, 0, need) // the fields point into it, so it must not move
	}
	be := binary.BigEndian
	for _, r := range accepted {
		for i := range r.rows {
			x := &r.rows[i]
			head++
			b = be.AppendUint64(b, uint64(head))
			field()
			p = append(p, r.stream[:])
			b = be.AppendUint32(b, uint32(r.expected+i+1))
			field()
			p = append(p, []byte(r.streamType), []byte(x.typ), x.data, x.meta)
			if i == 0 {
				p = append(p, r.command[:])
			} else {
				p = append(p, nil)
			}
			b = be.AppendUint64(b, uint64(record.SinceEpoch(x.at)))
			field()
			p = append(p, w.authenticate(p[len(p)-record.Fields:]))
		}
	}
	w.buf, w.params = b, p
	return p
}

// authenticate returns the authenticator of an event's columns, nil without keys. It is valid until
// the next insert.
func (w *wire) authenticate(columns [][]byte) []byte {
	if w.keys == nil {
		return nil
	}
	key := w.keys.Current()
	w.record = record.Append(key.Begin(w.record), columns)
	mark := len(w.auth)
	w.auth = key.Sum(w.auth, w.record)
	return w.auth[mark:len(w.auth):len(w.auth)]
}

// copy sends the events with one simple query, which is one transaction: the lock, then COPY, then
// a commit if a transaction is open. The query is sent first, so that the server prepares it while
// the events are encoded here.
func (w *wire) copy(conn *pgconn.PgConn, head int64, accepted []*request, commit bool) error {
	if _, err := conn.Conn().Write(copyQuery); err != nil {
		return err
	}
	w.encode(head, accepted)
	answers := 1
	if commit {
		w.buf = append(w.buf, commitQuery...)
		answers = 2
	}
	_, err := conn.Conn().Write(w.buf)
	if cap(w.buf) > 2*maxBatchBytes {
		w.buf = nil // one large append must not keep its memory for ever
	}
	if err != nil {
		return err
	}
	var failed error
	for {
		msg, err := conn.ReceiveMessage(context.Background())
		if err != nil {
			return errors.Join(failed, err)
		}
		switch msg := msg.(type) {
		case *pgproto3.ErrorResponse:
			failed = pgconn.ErrorResponseToPgError(msg)
			if _, broken := classify(failed); broken {
				return failed
			}
		case *pgproto3.ReadyForQuery:
			if answers--; answers == 0 {
				return failed
			}
		}
	}
}

func (w *wire) encode(head int64, accepted []*request) {
	be := binary.BigEndian
	b := w.buf[:0]
	b = append(b, 'd', 0, 0, 0, 0)
	var key *keyring.Key
	if w.keys != nil {
		key = w.keys.Current()
	}
	b = append(b, "PGCOPY\n\377\r\n\000\000\000\000\000\000\000\000\000"...)
	for _, r := range accepted {
		for i := range r.rows {
			x := &r.rows[i]
			head++
			b = be.AppendUint16(b, columns)
			first := len(b)
			b = be.AppendUint32(b, 8)
			b = be.AppendUint64(b, uint64(head))
			b = be.AppendUint32(b, 16)
			b = append(b, r.stream[:]...)
			b = be.AppendUint32(b, 4)
			b = be.AppendUint32(b, uint32(r.expected+i+1))
			b = record.AppendText(b, r.streamType)
			b = record.AppendText(b, x.typ)
			b = record.AppendBytes(b, x.data)
			b = record.AppendBytes(b, x.meta)
			if i == 0 {
				b = record.AppendBytes(b, r.command[:])
			} else {
				b = record.AppendBytes(b, nil)
			}
			b = be.AppendUint32(b, 8)
			b = be.AppendUint64(b, uint64(record.SinceEpoch(x.at)))
			if key == nil {
				b = record.AppendBytes(b, nil)
				continue
			}
			// A record has the same bytes except for the first one and the time.
			w.record = append(append(key.Begin(w.record), record.RecordVersion), b[first:len(b)-8]...)
			w.record = be.AppendUint64(w.record, uint64(x.at.UnixMicro()))
			b = key.Sum(be.AppendUint32(b, keyring.AuthSize), w.record)
		}
	}
	b = be.AppendUint16(b, 0xffff)
	be.PutUint32(b[1:], uint32(len(b)-1))
	b = append(b, 'c', 0, 0, 0, 4)
	w.buf = b
}
