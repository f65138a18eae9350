package rowset_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

var houses = &rowset.Table{Name: "houses", Key: []string{"id"}}

type plot struct {
	Street string `json:"street"`
	Number int    `json:"number"`
}

// house is a row. A field that is nil is null.
type house struct {
	owner *uuid.UUID
	name  *string
	at    *time.Time
	plot  *plot
	rooms []string
}

func (h house) set() rowset.Set {
	s := rowset.Set{"owner": nil, "name": nil, "at": nil, "plot": nil, "rooms": h.rooms}
	if h.owner != nil {
		s["owner"] = *h.owner
	}
	if h.name != nil {
		s["name"] = *h.name
	}
	if h.at != nil {
		s["at"] = *h.at
	}
	if h.plot != nil {
		s["plot"] = h.plot
	}
	return s
}

func someHouse(r *rand.Rand) house {
	h := house{rooms: []string{}}
	if r.IntN(3) > 0 {
		id := uuid.UUID{byte(r.IntN(256))}
		h.owner = &id
	}
	if r.IntN(3) > 0 {
		name := fmt.Sprint("house ", r.IntN(1000))
		h.name = &name
	}
	if r.IntN(3) > 0 {
		at := time.Date(2026, 3, 1, 0, 0, 0, r.IntN(1e9), time.UTC)
		h.at = &at
	}
	if r.IntN(3) > 0 {
		h.plot = &plot{"Elm street", r.IntN(100)}
	}
	for range r.IntN(3) {
		h.rooms = append(h.rooms, fmt.Sprint("room ", r.IntN(9)))
	}
	return h
}

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// What a reducer reads of a row is what the database would say after all writes before it, whether
// the row is in memory or not, whatever was rolled back, and however many batches there were.
func TestAReducerReadsWhatTheEventsSoFarHaveLeft(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), embeddedtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(
		t.Context(),
		`create table houses (id uuid primary key, owner uuid, name text, at timestamptz, plot jsonb, rooms text[])`,
	); err != nil {
		t.Fatal(err)
	}
	tables, err := rowset.Describe(t.Context(), conn, []*rowset.Table{houses}, "")
	if err != nil {
		t.Fatal(err)
	}
	begin := func() rowset.Statement { return rowset.Statement{SQL: "select 1"} }
	r := rand.New(rand.NewPCG(1, 2))
	stored := map[uuid.UUID]house{}
	wrong := errors.New("an event that cannot be applied")
	reads := 0
	for range 300 {
		b, now := rowset.New(t.Context(), conn, tables, begin), maps.Clone(stored)
		lost := false
		for range 1 + r.IntN(6) {
			id := uuid.UUID{15: byte(r.IntN(5))}
			before := maps.Clone(now)
			err := b.Apply(func() error {
				switch r.IntN(6) {
				case 0, 1:
					h := someHouse(r)
					b.Upsert(houses, id, h.set())
					now[id] = h
				case 2:
					name := fmt.Sprint("renamed ", r.IntN(1000))
					b.Update(houses, id, "name", name)
					if h, ok := now[id]; ok {
						h.name = &name
						now[id] = h
					}
				case 3:
					b.Delete(houses, id)
					delete(now, id)
				case 4: // of some columns only
					h := now[id]
					h.rooms = []string{"hall"}
					b.Upsert(houses, id, rowset.Set{"rooms": h.rooms})
					now[id] = h
				}
				reads++
				got := house{}
				columns := []string{"owner", "name", "at", "plot", "rooms"}
				into := []any{&got.owner, &got.name, &got.at, &got.plot, &got.rooms}
				want, exists := now[id]
				n := r.IntN(len(columns)) // are read first
				for _, part := range [][2]int{{n, len(columns)}, {0, n}} {
					if part[0] == part[1] {
						continue
					}
					found, err := b.Get(houses, id, columns[part[0]:part[1]], into[part[0]:part[1]]...)
					if err != nil || found != exists {
						t.Fatalf("read %d: found %v, want %v: %v", reads, found, exists, err)
					}
				}
				if want.at != nil {
					at := want.at.Truncate(time.Microsecond) // what the database keeps
					want.at = &at
				}
				same := cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(house{}), same); diff != "" {
					t.Fatalf("read %d (-want +got):\n%s", reads, diff)
				}
				if r.IntN(20) == 0 {
					return wrong
				}
				return nil
			})
			if err == nil {
				continue
			}
			fault, ok := errors.AsType[*rowset.ReducerError](err)
			if !ok || !errors.Is(err, wrong) {
				t.Fatal(err)
			}
			if lost = fault.Undone; lost {
				break // the batch has to be applied again, without the event
			}
			now = before
		}
		if lost {
			continue
		}
		if err := b.Commit(); err != nil {
			t.Fatal(err)
		}
		stored = now
	}
	if reads < 500 {
		t.Errorf("only %d reads", reads)
	}
}

// A column that was read is not forgotten when others of the same row are read: later batches ask the database for
// none of them.
func TestColumnsOfARowAreReadOnce(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), embeddedtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(
		t.Context(), "create table houses (id uuid primary key, name text, rooms text[])",
	); err != nil {
		t.Fatal(err)
	}
	id, name, rooms := uuid.New(), "", []string{}
	if _, err := conn.Exec(t.Context(), "insert into houses values ($1, 'mill', '{hall}')", id); err != nil {
		t.Fatal(err)
	}
	tables, err := rowset.Describe(t.Context(), conn, []*rowset.Table{houses}, "")
	if err != nil {
		t.Fatal(err)
	}
	for n, asks := range []bool{true, false} {
		b := rowset.New(t.Context(), conn, tables, func() rowset.Statement { return rowset.Statement{SQL: "select 1"} })
		if err := b.Apply(func() error {
			_, err := b.Get(houses, id, []string{"name"}, &name)
			_, also := b.Get(houses, id, []string{"rooms"}, &rooms)
			return errors.Join(err, also)
		}); err != nil || name != "mill" || len(rooms) != 1 {
			t.Fatalf("%q, %v, %v", name, rooms, err)
		}
		if b.Begun() != asks {
			t.Errorf("batch %d asks the database: %v", n, b.Begun())
		}
		if err := b.Commit(); err != nil {
			t.Fatal(err)
		}
	}
}
