package benchmark

import (
	"testing"
	"time"
)

func TestASocketNotesItsFirstMessageOfEachMove(t *testing.T) {
	s := &socket{told: map[int64]time.Time{}}
	at := time.Unix(100, 0)
	for i, c := range []struct {
		text string
		in   bool
	}{
		{`{"event":"login","data":{"success":true}}`, true},
		{`{"event":"reload-order","data":{"card":{"position":3}},"position":7}`, false},
		{`{"event":"reload-order","data":{},"position":7}`, false},
		{`{"event":"reload-order-list","position":8}`, false},
		{`{"event":"reload-timeline","data":{},"position":9}`, false},
	} {
		if in := s.take([]byte(c.text), at.Add(time.Duration(i)*time.Second)); in != c.in {
			t.Errorf("%s: signed in %v", c.text, in)
		}
	}
	if n, last := s.joins(); n != 1 || !last.Equal(at) {
		t.Errorf("signed in %d times, last at %v", n, last)
	}
	if told, ok := s.at(7); !ok || !told.Equal(at.Add(time.Second)) {
		t.Errorf("told of 7 at %v", told)
	}
	if n := s.knows(map[int64]time.Time{3: at, 7: at, 8: at, 9: at}); n != 1 {
		t.Errorf("it knows %d moves", n)
	}
}

func TestLatenciesAreThoseOfEachMessageAndOfTheLastOne(t *testing.T) {
	c := newCrowd([]*session{nil}, 2)
	began := time.Unix(100, 0)
	c.sockets[0].told[1], c.sockets[1].told[1] = began.Add(3*time.Millisecond), began.Add(9*time.Millisecond)
	c.sockets[0].told[2] = began.Add(5 * time.Millisecond)
	each, last := c.latencies(map[int64]time.Time{1: began, 2: began})
	if len(each) != 3 || each[0] != 3 || each[2] != 9 || len(last) != 2 || last[0] != 5 || last[1] != 9 {
		t.Errorf("each %v, last %v", each, last)
	}
}

func TestOrdersAreSpreadOverTheBoard(t *testing.T) {
	people := newStudio(1, 3, 2)
	if n := len(people.seed().Users); n != 1+1+3+2 {
		t.Errorf("%d people", n)
	}
	statuses, owners := map[string]int{}, map[string]int{}
	for _, p := range people.spread(240) {
		statuses[string(p.at)]++
		owners[p.by.Email]++
	}
	for name, n := range statuses {
		if len(statuses) != 8 || n != 30 {
			t.Errorf("%d orders are %s", n, name)
		}
	}
	for name, n := range owners {
		if len(owners) != 3 || n != 80 {
			t.Errorf("%d orders are of %s", n, name)
		}
	}
}
