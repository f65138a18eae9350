package reports

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// What an order lived is read as it was written, also when many lives are one value.
func TestLivesAreReadAsTheyWereWritten(t *testing.T) {
	if len(order.Statuses) != statuses {
		t.Fatalf("there are %d statuses", len(order.Statuses))
	}
	var all []byte
	var want []life
	for n := range 5 {
		l := life{
			order: uuid.New(), creator: uuid.New(), service: uuid.New(), allocated: int64(n) << 33, worked: int64(n),
		}
		for i := range n {
			l.steps = l.steps.with(order.Statuses[i], noon.Add(time.Duration(i)*time.Hour))
			l.pieces = l.pieces.with(noon.Add(time.Duration(i)*time.Hour), int64(60+i))
		}
		want, all = append(want, l), append(all, l.bytes()...)
	}
	n := 0
	if err := eachLife(all, func(l life) {
		if diff := cmp.Diff(want[n], l, cmp.AllowUnexported(life{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("life %d (-written +read):\n%s", n, diff)
		}
		began, touched := l.span()
		if n == 0 && (began != nil || touched != nil) ||
			n > 0 && (!began.Equal(noon) || !touched.Equal(noon.Add(time.Duration(n-1)*time.Hour))) {
			t.Errorf("life %d is from %v to %v", n, began, touched)
		}
		n++
	}); err != nil || n != len(want) {
		t.Errorf("%d lives, %v", n, err)
	}
}

// Work that stops in the same quarter of an hour is one piece, and no second is lost when there are too many.
func TestNoWorkIsLostInALife(t *testing.T) {
	var p pieces
	p = p.with(noon.Add(time.Minute), 10)
	p = p.with(noon.Add(14*time.Minute), 20)
	if at, seconds := p.piece(); len(p) != pieceSize || at != noon.Unix() || seconds != 30 {
		t.Errorf("%d bytes: %d s at %d", len(p), seconds, at)
	}
	sum := int64(30)
	for i := range most + 10 {
		p = p.with(noon.Add(time.Duration(i)*time.Hour), int64(i))
		sum += int64(i)
	}
	if len(p) != most*pieceSize {
		t.Errorf("%d bytes, want %d pieces", len(p), most)
	}
	for ; len(p) > 0; p = p[pieceSize:] {
		_, seconds := p.piece()
		sum -= seconds
	}
	if sum != 0 {
		t.Errorf("%d seconds are lost", sum)
	}
	var s steps
	for i := range most + 10 {
		s = s.with(order.InReview, noon.Add(time.Duration(i)*time.Hour))
	}
	if _, at := s.last(); len(s) != most*stepSize || at != noon.Add((most+9)*time.Hour).Unix() {
		t.Errorf("%d bytes of steps, the last at %d", len(s), at)
	}
}

// Bytes that are no lives are refused, and lives are written as they were read.
func FuzzLives(f *testing.F) {
	l := life{order: uuid.New(), allocated: 7200, worked: 30}
	l.steps, l.pieces = l.steps.with(order.ReadyToGo, noon), l.pieces.with(noon, 30)
	f.Add(append(l.bytes(), l.bytes()...))
	f.Add(l.bytes()[:headSize])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, all []byte) {
		var again []byte
		err := eachLife(all, func(l life) {
			again = append(again, l.bytes()...)
			l.span()
		})
		if err == nil && !bytes.Equal(again, all) || err != nil && !bytes.HasPrefix(all, again) {
			t.Errorf("read %x, wrote %x, %v", all, again, err)
		}
	})
}
