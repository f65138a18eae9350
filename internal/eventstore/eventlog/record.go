package eventlog

import (
	"context"
	"encoding/binary"

	"github.com/proofboard/proofboard/internal/eventstore/record"
)

// EachRecord calls do with the record of each of up to limit events after a position, in order. A
// record is valid during the call. It is the event in a unique binary form and the leaf of the
// transparency log (BY-021): the byte 1, then position (8 bytes), stream id (16), version (4),
// stream type, event type, data, metadata, command id (16) and the time in microseconds since 1970
// (8). Each field follows its length in 4 bytes, 0xffffffff for none. Numbers are big-endian; data
// and metadata are the stored JSON text.
func (s *Store) EachRecord(
	ctx context.Context,
	after int64,
	limit int,
	do func(position int64, record []byte) error,
) error {
	return s.EachChecked(
		ctx, after, limit, func(position int64, record []byte, _ error) error { return do(position, record) },
	)
}

// EachChecked is EachRecord that also checks the event's authenticator: forged is nil or ErrForged.
func (s *Store) EachChecked(
	ctx context.Context,
	after int64,
	limit int,
	do func(position int64, record []byte, forged error) error,
) error {
	const sql = "select " + columnList + " from events where position > $1 order by position limit $2"
	var b []byte
	c := newChecker(s.cfg.Keys)
	return s.query(ctx, sql, []any{after, limit}, func(v [][]byte) error {
		b = record.Append(b[:0], v)
		return do(int64(binary.BigEndian.Uint64(v[0])), b, c.check(v))
	})
}
