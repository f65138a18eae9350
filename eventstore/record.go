package eventstore

import (
	"context"
	"encoding/binary"
)

// recordVersion is the first byte of a record: the layout of the rest.
const recordVersion = 1

// EachRecord hands the record of each of up to limit events after a position to do, in order; record is valid during the
// call. A record is an event as bytes that always come out the same, the leaf of the transparency log (BY-021): the byte
// 1, then position (8 bytes), stream id (16), version (4), stream type, event type, data, metadata, command id (16) and the
// time in microseconds since 1970 (8), each behind its length in 4 bytes, 0xffffffff for none; numbers are big-endian,
// data and metadata the JSON text as it is stored.
func (s *Store) EachRecord(ctx context.Context, after int64, limit int, do func(position int64, record []byte) error) error {
	const sql = "select " + columnList + " from events where position > $1 order by position limit $2"
	var b []byte
	return s.query(ctx, sql, []any{after, limit}, func(v [][]byte) error {
		b = appendRecord(b[:0], v)
		return do(int64(binary.BigEndian.Uint64(v[0])), b)
	})
}

func appendRecord(b []byte, columns [][]byte) []byte {
	b = append(b, recordVersion)
	for _, c := range columns[:fields-1] {
		b = appendBytes(b, c)
	}
	at := int64(binary.BigEndian.Uint64(columns[fields-1])) + pgEpoch
	b = binary.BigEndian.AppendUint32(b, 8)
	return binary.BigEndian.AppendUint64(b, uint64(at))
}
