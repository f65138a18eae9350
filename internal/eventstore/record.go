package eventstore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
)

// recordVersion is the first byte of a record: the layout of the rest.
const recordVersion = 1

// EachRecord hands the record of each of up to limit events after a position to do, in order; record is valid during the
// call. A record is an event as bytes that always come out the same, the leaf of the transparency log (BY-021): the byte
// 1, then position (8 bytes), stream id (16), version (4), stream type, event type, data, metadata, command id (16) and the
// time in microseconds since 1970 (8), each behind its length in 4 bytes, 0xffffffff for none; numbers are big-endian,
// data and metadata the JSON text as it is stored.
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

// EachChecked is EachRecord that also says whether the event's authenticator is right: forged is nil or an ErrForged.
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
		b = appendRecord(b[:0], v)
		return do(int64(binary.BigEndian.Uint64(v[0])), b, c.check(v))
	})
}

// appendRecord appends the record of an event, given its columns.
func appendRecord(b []byte, columns [][]byte) []byte {
	b = append(b, recordVersion)
	for _, c := range columns[:fields-1] {
		b = appendBytes(b, c)
	}
	at := int64(binary.BigEndian.Uint64(columns[fields-1])) + pgEpoch
	b = binary.BigEndian.AppendUint32(b, 8)
	return binary.BigEndian.AppendUint64(b, uint64(at))
}

// Leaf is a record that was read back.
type Leaf struct {
	Position   int64
	Stream     uuid.UUID
	Version    int
	StreamType eh.AggregateType
	Type       eh.EventType
	Data       []byte // JSON as it is stored, nil for none
	Meta       []byte // likewise
	OccurredAt time.Time
}

// ErrRecord: these bytes are no record of an event.
var ErrRecord = errors.New("event store: not the record of an event")

// ReadRecord reads the record of an event (EachRecord).
func ReadRecord(record []byte) (l Leaf, err error) {
	if len(record) == 0 || record[0] != recordVersion {
		return Leaf{}, fmt.Errorf("%w: another layout", ErrRecord)
	}
	var f [fields][]byte
	rest := record[1:]
	for i := range f {
		if len(rest) < 4 {
			return Leaf{}, fmt.Errorf("%w: it ends early", ErrRecord)
		}
		n := binary.BigEndian.Uint32(rest)
		if rest = rest[4:]; n == 0xffffffff {
			continue
		}
		if uint64(n) > uint64(len(rest)) {
			return Leaf{}, fmt.Errorf("%w: it ends early", ErrRecord)
		}
		f[i], rest = rest[:n:n], rest[n:]
	}
	if len(rest) > 0 || len(f[0]) != 8 || len(f[1]) != 16 || len(f[2]) != 4 || len(f[8]) != 8 {
		return Leaf{}, fmt.Errorf("%w: a field has another length", ErrRecord)
	}
	be := binary.BigEndian
	return Leaf{
		Position:   int64(be.Uint64(f[0])),
		Stream:     uuid.UUID(f[1]),
		Version:    int(be.Uint32(f[2])),
		StreamType: eh.AggregateType(f[3]),
		Type:       eh.EventType(f[4]),
		Data:       f[5],
		Meta:       f[6],
		OccurredAt: time.UnixMicro(int64(be.Uint64(f[8]))).UTC(),
	}, nil
}
