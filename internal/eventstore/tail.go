package eventstore

import (
	"context"
	"encoding/binary"
	"sync"
	"time"

	"github.com/google/uuid"
)

const (
	tailRows  = 1 << 12 // a power of two
	tailBytes = 8 << 20
)

// tail keeps the newest events that this process appended, as they were stored, so that its readers, who all want every
// event right after its commit, need not each ask the database. It is one stretch of the log without a gap; where another
// process appends in between it begins anew.
type tail struct {
	mu    sync.RWMutex
	rows  [tailRows]tailRow // by position modulo its length
	first int64             // position of the oldest row kept
	last  int64             // of the newest; first-1 if there is none
	bytes int
}

type tailRow struct {
	row
	stream     uuid.UUID
	version    int
	streamType string
	command    uuid.UUID // of the first event of an append
}

func (r *tailRow) size() int { return len(r.data) + len(r.meta) }

// add keeps what has been committed after position base.
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
			kept := tailRow{row: r.rows[i], stream: r.stream, version: r.expected + i + 1, streamType: r.streamType}
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

// after returns copies of up to limit rows that follow a position; none where the database has to be asked.
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

// Next is ReadPage for those who follow the log: what this process has just appended comes from memory.
func (s *Store) Next(ctx context.Context, after int64, limit int, f Filter) (Page, error) {
	rows := s.tail.after(after, limit)
	if len(rows) == 0 {
		return s.ReadPage(ctx, after, limit, f)
	}
	page := Page{Last: after + int64(len(rows)), Count: len(rows), More: len(rows) == limit}
	d := s.decoder(f)
	d.checker = checker{} // this process has just appended them
	for i := range rows {
		if !f.takes(rows[i].typ) || !f.mine(rows[i].stream, rows[i].typ) {
			continue
		}
		e, err := d.event(rows[i].columns(after + int64(i) + 1))
		if err != nil {
			return Page{}, err
		}
		page.Events = append(page.Events, e)
	}
	return page, nil
}

// columns are the row as the database would answer it.
func (r *tailRow) columns(position int64) [][]byte {
	be := binary.BigEndian
	columns := [][]byte{
		be.AppendUint64(nil, uint64(position)),
		r.stream[:],
		be.AppendUint32(nil, uint32(r.version)),
		[]byte(r.streamType),
		[]byte(r.typ),
		r.data,
		r.meta,
		nil,
		be.AppendUint64(nil, uint64(sinceEpoch(r.at))),
	}
	if r.command != uuid.Nil {
		columns[7] = r.command[:]
	}
	return columns
}

func sinceEpoch(t time.Time) int64 { return t.UnixMicro() - pgEpoch }
