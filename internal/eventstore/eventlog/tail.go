package eventlog

import (
	"context"
	"sync"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/record"
)

const (
	tailRows  = 1 << 12 // a power of two
	tailBytes = 8 << 20
)

// tail holds the newest events that this process appended, as they were stored. All followers want
// every event right after its commit, so they need not each ask the database. It is one range of
// the log without a gap. If another process appends in between, the range begins anew.
type tail struct {
	mu    sync.RWMutex
	rows  [tailRows]tailRow // by position modulo its length
	first int64             // position of the oldest row
	last  int64             // position of the newest row; first-1 if there is none
	bytes int
}

type tailRow struct {
	row
	stream     uuid.UUID
	version    int
	streamType string
	command    uuid.UUID     // of an append's first event
	shared     *codec.Shared // its data, for all who read it from here
}

func (r *tailRow) size() int { return len(r.data) + len(r.meta) }

// add adds the events that were committed after position base.
func (t *tail) add(base int64, accepted []*request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if base != t.last || t.first == 0 {
		for t.first <= t.last {
			t.drop()
		}
		t.first, t.last = base+1, base
	}
	for _, r := range accepted {
		for i := range r.rows {
			if t.last-t.first+1 == tailRows {
				t.drop()
			}
			t.last++
			kept := tailRow{
				row: r.rows[i], stream: r.stream, version: r.expected + i + 1, streamType: r.streamType,
				shared: new(codec.Shared),
			}
			if i == 0 {
				kept.command = r.command
			}
			t.rows[t.last%tailRows] = kept
			t.bytes += kept.size()
		}
	}
	for t.bytes > tailBytes {
		t.drop()
	}
}

func (t *tail) drop() {
	oldest := &t.rows[t.first%tailRows]
	t.bytes -= oldest.size()
	*oldest = tailRow{}
	t.first++
}

// after returns copies of up to limit rows that follow a position; none if the database has to be
// asked.
func (t *tail) after(position int64, limit int) []tailRow {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if position < t.first-1 || position >= t.last {
		return nil
	}
	rows := make([]tailRow, min(int64(limit), t.last-position))
	for i := range rows {
		rows[i] = t.rows[(position+1+int64(i))%tailRows]
	}
	return rows
}

// Next is ReadPage for followers of the log. Events that this process appended lately come from
// memory, where nobody can have forged them.
func (s *Store) Next(ctx context.Context, after int64, limit int, f Filter) (Page, error) {
	rows := s.tail.after(after, limit)
	if len(rows) == 0 {
		return s.ReadPage(ctx, after, limit, f)
	}
	page := Page{Last: after + int64(len(rows)), Count: len(rows), More: len(rows) == limit}
	d := s.decoder(f)
	for i := range rows {
		if !f.takes(rows[i].typ) || !f.mine(rows[i].stream, rows[i].typ) {
			continue
		}
		if d.shared = rows[i].shared; !f.NoMeta {
			d.known = rows[i].known
		}
		e := rows[i].event(after + int64(i) + 1)
		if err := d.content(&e, []byte(rows[i].typ), rows[i].data, rows[i].meta); err != nil {
			return Page{}, err
		}
		page.Events = append(page.Events, e)
	}
	return page, nil
}

// event returns the row as the database would answer it, without its content.
func (r *tailRow) event(position int64) domain.Event {
	return domain.Event{
		Position: position, Stream: r.stream, Version: r.version, StreamType: eh.AggregateType(r.streamType),
		CommandID: r.command, OccurredAt: record.FromMicros(record.SinceEpoch(r.at)),
	}
}
