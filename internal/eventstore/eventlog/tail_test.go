package eventlog

import (
	"testing"

	"github.com/google/uuid"
)

func appended(n, size int) []*request {
	return []*request{{stream: uuid.New(), command: uuid.New(), rows: func() []row {
		rows := make([]row, n)
		for i := range rows {
			rows[i].data = make([]byte, size)
		}
		return rows
	}()}}
}

func TestTheTailOfTheLogIsOneStretchWithoutAGap(t *testing.T) {
	var kept tail
	if rows := kept.after(0, 10); rows != nil {
		t.Fatalf("empty: %d rows", len(rows))
	}
	kept.add(100, appended(3, 10))
	kept.add(103, appended(2, 10))
	if n := len(kept.after(100, 10)); n != 5 {
		t.Errorf("after 100: %d rows, want 5", n)
	}
	if n := len(kept.after(102, 2)); n != 2 {
		t.Errorf("two after 102: %d rows", n)
	}
	for _, position := range []int64{0, 99, 105, 106} {
		if rows := kept.after(position, 10); rows != nil {
			t.Errorf("after %d: %d rows, want to be sent to the database", position, len(rows))
		}
	}
	// Another process has appended 106 and 107.
	kept.add(107, appended(1, 10))
	if rows := kept.after(104, 10); rows != nil {
		t.Errorf("over the gap: %d rows", len(rows))
	}
	if n := len(kept.after(107, 10)); n != 1 {
		t.Errorf("after the gap: %d rows, want 1", n)
	}
}

func TestTheTailOfTheLogIsBoundedInRowsAndBytes(t *testing.T) {
	var kept tail
	base := int64(0)
	for range 3 {
		kept.add(base, appended(tailRows/2+1, 1))
		base += tailRows/2 + 1
	}
	if kept.last != base || kept.last-kept.first+1 != tailRows {
		t.Errorf("%d to %d, want the last %d of %d", kept.first, kept.last, tailRows, base)
	}
	kept.add(base, appended(9, tailBytes/4))
	if kept.bytes > tailBytes || kept.last-kept.first+1 != 4 {
		t.Errorf("%d bytes in %d rows, at most %d", kept.bytes, kept.last-kept.first+1, tailBytes)
	}
	for kept.first <= kept.last {
		kept.drop()
	}
	if kept.bytes != 0 {
		t.Errorf("%d bytes in no rows", kept.bytes)
	}
}
