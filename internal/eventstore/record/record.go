// Package record has the binary form of events: the leaves of the transparency log, and what
// authenticators cover.
package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
)

const pgEpoch = 946684800_000000 // 2000-01-01 in microseconds of Unix time

// FromMicros returns the time of a timestamp as PostgreSQL stores it.
func FromMicros(sinceEpoch int64) time.Time { return time.UnixMicro(sinceEpoch + pgEpoch).UTC() }

// RecordVersion is the first byte of a record. It names the layout of the rest.
const RecordVersion = 1

// Append appends the record of an event, given its columns.
func Append(b []byte, columns [][]byte) []byte {
	b = append(b, RecordVersion)
	for _, c := range columns[:Fields-1] {
		b = AppendBytes(b, c)
	}
	at := int64(binary.BigEndian.Uint64(columns[Fields-1])) + pgEpoch
	b = binary.BigEndian.AppendUint32(b, 8)
	return binary.BigEndian.AppendUint64(b, uint64(at))
}

// Leaf is an event as its record contains it.
type Leaf struct {
	Position   int64
	Stream     uuid.UUID
	Version    int
	StreamType eh.AggregateType
	Type       eh.EventType
	Data       []byte // JSON as it is stored, nil for none
	Meta       []byte // JSON as it is stored, nil for none
	OccurredAt time.Time
}

// Columns returns the columns of the event as the database would answer them. command is the id of
// the append if this is its first event, otherwise uuid.Nil.
func (l *Leaf) Columns(command uuid.UUID) [][]byte {
	be := binary.BigEndian
	columns := [][]byte{
		be.AppendUint64(nil, uint64(l.Position)),
		l.Stream[:],
		be.AppendUint32(nil, uint32(l.Version)),
		[]byte(l.StreamType),
		[]byte(l.Type),
		l.Data,
		l.Meta,
		nil,
		be.AppendUint64(nil, uint64(SinceEpoch(l.OccurredAt))),
	}
	if command != uuid.Nil {
		columns[7] = command[:]
	}
	return columns
}

// ErrRecord means that bytes are not the record of an event.
var ErrRecord = errors.New("event store: not the record of an event")

// Read decodes the record of an event. eventlog.EachRecord describes its layout.
func Read(record []byte) (l Leaf, err error) {
	if len(record) == 0 || record[0] != RecordVersion {
		return Leaf{}, fmt.Errorf("%w: another layout", ErrRecord)
	}
	var f [Fields][]byte
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

// SinceEpoch returns a time as PostgreSQL stores it: microseconds since 2000.
func SinceEpoch(t time.Time) int64 { return t.UnixMicro() - pgEpoch }

const Fields = 9 // of an event and of its leaf in the transparency log

// AppendText appends a field, after its length.
func AppendText(b []byte, t string) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(t)))
	return append(b, t...)
}

// AppendBytes appends a field after its length. Nil is stored as NULL.
func AppendBytes(b, p []byte) []byte {
	if p == nil {
		return binary.BigEndian.AppendUint32(b, 0xffffffff)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(p)))
	return append(b, p...)
}
