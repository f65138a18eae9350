package rowset

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
)

var (
	lamps   = &Table{Name: "lamps", Key: []string{"id"}}
	shelves = &Table{Name: "shelves", Key: []string{"room", "number"}}
)

func described() Tables {
	name := &column{index: 1, name: "name", typ: "text"}
	id := &column{name: "id", key: true, typ: "text"}
	return Tables{{
		Table: lamps, name: "lamps", columns: map[string]*column{"id": id, "name": name}, all: []*column{id, name},
	}}
}

// A mistake of the reducer, or an error that it returns, takes back what it has written for this
// event, and nothing else.
func TestNothingIsKeptOfAnEventWhoseReducerFails(t *testing.T) {
	broken := errors.New("no such lamp")
	for name, reduce := range map[string]func(*Batch) error{
		"an error of its own": func(b *Batch) error { b.Upsert(lamps, "second", Set{"name": "Desk"}); return broken },
		"an unknown table":    func(b *Batch) error { b.Delete(shelves, Key("hall", 1)); return nil },
		"an unknown column":   func(b *Batch) error { b.Update(lamps, "first", "colour", "red"); return nil },
		"a column of the key": func(b *Batch) error { b.Update(lamps, "first", "id", "other"); return nil },
		"half a pair":         func(b *Batch) error { b.Update(lamps, "first", "name"); return nil },
		"the wrong key":       func(b *Batch) error { b.Upsert(lamps, Key("a", "b"), Set{"name": "Desk"}); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			b := New(t.Context(), nil, described(), nil)
			first := func() error { b.Upsert(lamps, "first", Set{"name": "Ceiling"}); return nil }
			if err := b.Apply(first); err != nil {
				t.Fatal(err)
			}
			err := b.Apply(func() error { return reduce(b) })
			if fault, ok := errors.AsType[*ReducerError](err); !ok || fault.Undone || !IsData(err) {
				t.Errorf("the reducer is not blamed: %v", err)
			}
			if diff := cmp.Diff(map[string][][]any{"lamps": {{"first"}}}, b.Pending()); diff != "" {
				t.Errorf("what is kept (-want +got):\n%s", diff)
			}
			if err := b.Apply(first); err != nil || b.Rows() != 1 || b.Begun() {
				t.Errorf("the next event: %v, %d rows, transaction %v", err, b.Rows(), b.Begun())
			}
		})
	}
}

func TestTheEventIsToBlameForItsValuesOnly(t *testing.T) {
	for want, errs := range map[bool][]error{
		true: {
			&ReducerError{Err: errors.New("bad event")},
			fmt.Errorf("position 7: %w", &ReducerError{Err: errors.New("bad event")}),
			&pgconn.PgError{Code: "22001"}, // too long
			&pgconn.PgError{Code: "23502"}, // null
			errors.New("unable to encode 3 into text"),
		},
		false: {
			nil,
			errors.New("connection reset"),
			&pgconn.PgError{Code: "40001"}, // serialization
			&pgconn.PgError{Code: "53100"}, // disk full
		},
	} {
		for _, err := range errs {
			if IsData(err) != want {
				t.Errorf("%v: the event is to blame: %v", err, !want)
			}
		}
	}
}

func TestNamesAndKeysAreWrittenAsSQL(t *testing.T) {
	if got := shelves.HasKey(); got != `"room" = $1 and "number" = $2` {
		t.Errorf("key: %s", got)
	}
	if got := Quote(`a "b"`); got != `"a ""b"""` {
		t.Errorf("name: %s", got)
	}
	id := uuid.New()
	if Optional(uuid.Nil) != nil || Optional(id) != id {
		t.Error("the Nil id is null, and no other")
	}
}
