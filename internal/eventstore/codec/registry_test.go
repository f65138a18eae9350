package codec_test

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func database(t testing.TB) string { return embeddedtest.DatabaseFrom(t, "migrated", migrations.Up) }

type renamedV1 struct {
	Name string `json:"name"`
}

type renamedV3 struct {
	First string   `json:"first"`
	Last  string   `json:"last"`
	Tags  []string `json:"tags"`
}

func upcasting() *codec.Registry {
	reg := codec.NewRegistry()
	codec.Register[renamedV3](reg, "test.renamed", 3)
	reg.Upcast("test.renamed", 1, func(raw json.RawMessage) (json.RawMessage, error) {
		var old renamedV1
		if err := json.Unmarshal(raw, &old); err != nil {
			return nil, err
		}
		first, last, _ := strings.Cut(old.Name, " ")
		return json.Marshal(map[string]string{"first": first, "last": last})
	})
	reg.Upcast("test.renamed", 2, func(raw json.RawMessage) (json.RawMessage, error) {
		return json.RawMessage(strings.Replace(string(raw), "{", `{"tags":["old"],`, 1)), nil
	})
	return reg
}

func TestEventsOfOldVersionsLoadThroughUpcasters(t *testing.T) { // BY-007
	dsn := database(t)
	old := codec.NewRegistry()
	codec.Register[renamedV1](old, "test.renamed", 1)
	oldStore := eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Registry: old})
	newStore := eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Registry: upcasting()})
	stream := uuid.New()
	write := func(s *eventlog.Store, expected int, data any) {
		t.Helper()
		_, err := s.Append(t.Context(), eventlog.Append{Stream: stream, StreamType: "test", Expected: expected,
			Events: []eventlog.Record{{Type: "test.renamed", Data: data, OccurredAt: time.Now()}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	write(oldStore, 0, &renamedV1{Name: "Ada Lovelace"})
	write(newStore, 1, &renamedV3{First: "Grace", Last: "Hopper"})
	events, err := newStore.Load(t.Context(), stream, 1)
	if err != nil {
		t.Fatal(err)
	}
	if d, ok := events[0].Data.(*renamedV3); !ok || d.First != "Ada" || d.Last != "Lovelace" || len(d.Tags) != 1 ||
		d.Tags[0] != "old" {
		t.Errorf("version 1 became %+v", events[0].Data)
	}
	if d, ok := events[1].Data.(*renamedV3); !ok || d.Last != "Hopper" || d.Tags != nil {
		t.Errorf("version 3 became %+v", events[1].Data)
	}
	for _, filter := range []eventlog.Filter{{}, {NoMeta: true}} { // the metadata, which NoMeta skips, has the version
		page, err := newStore.ReadPage(t.Context(), 0, 10, filter)
		if err != nil || len(page.Events) != 2 || !reflect.DeepEqual(page.Events[0].Data, events[0].Data) ||
			!reflect.DeepEqual(page.Events[1].Data, events[1].Data) {
			t.Errorf("read with %+v: %+v, %v", filter, page.Events, err)
		}
	}
	events, err = oldStore.Load(t.Context(), stream, 1) // an old server beside a new one
	if err != nil {
		t.Fatal(err)
	}
	if u, ok := events[1].Data.(*codec.Unknown); !ok || u.Version != 3 || u.Type != "test.renamed" ||
		!json.Valid(u.Raw) {
		t.Errorf("a newer version became %+v", events[1].Data)
	}
}

func TestAnUnknownEventIsHandedOutAsUnknown(t *testing.T) {
	dsn := database(t)
	s := eventstoretest.Open(t, dsn)
	stream := uuid.New()
	if _, err := s.Append(t.Context(), eventstoretest.One(stream, 0)); err != nil {
		t.Fatal(err)
	}
	other := eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Registry: codec.NewRegistry()})
	events, err := other.Read(t.Context(), 0, 10)
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	if u, ok := events[0].Data.(*codec.Unknown); !ok || u.Type != eventstoretest.CountedType || u.Version != 1 {
		t.Errorf("data %+v", events[0].Data)
	}
}

func TestARegistryRefusesFaults(t *testing.T) {
	for name, do := range map[string]func(*codec.Registry){
		"twice": func(r *codec.Registry) {
			codec.Register[renamedV1](r, "a", 1)
			codec.Register[renamedV1](r, "a", 1)
		},
		"version 0": func(r *codec.Registry) { codec.Register[renamedV1](r, "a", 0) },
		"no name":   func(r *codec.Registry) { codec.Register[renamedV1](r, "", 1) },
		"no struct": func(r *codec.Registry) { codec.Register[int](r, "a", 1) },
		"by value": func(r *codec.Registry) {
			r.Add(domain.EventType{Type: "a", Version: 1, New: func() any { return renamedV1{} }})
		},
		"upcaster of nothing": func(r *codec.Registry) {
			r.Upcast("a", 1, func(j json.RawMessage) (json.RawMessage, error) { return j, nil })
		},
		"upcaster from the last": func(r *codec.Registry) {
			codec.Register[renamedV1](r, "a", 1)
			r.Upcast("a", 1, func(j json.RawMessage) (json.RawMessage, error) { return j, nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("accepted")
				}
			}()
			do(codec.NewRegistry())
		})
	}
	r := codec.NewRegistry()
	codec.Register[renamedV3](r, "a", 2)
	if err := r.Check(); err == nil {
		t.Error("a missing upcaster is not noticed")
	}
}

func TestHostileDataIsRefusedCheaply(t *testing.T) {
	reg := upcasting()
	for name, raw := range map[string]string{
		"not JSON":      `{`,
		"another shape": `[]`,
		"trailing":      `{} {}`,
		"too deep":      `{"first":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`,
		"too large":     `{"first":"` + strings.Repeat("x", codec.MaxEventSize) + `"}`,
	} {
		if _, err := reg.Decode("test.renamed", 3, []byte(raw)); !errors.Is(err, codec.ErrUndecodable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := reg.Decode("test.renamed", 0, []byte(`{}`)); !errors.Is(err, codec.ErrUndecodable) {
		t.Errorf("version 0: %v", err)
	}
	brackets := `{"first":"` + strings.Repeat("[", 500) + `\"{"}`
	if _, err := reg.Decode("test.renamed", 3, []byte(brackets)); err != nil {
		t.Errorf("brackets in a text are no nesting: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{}`, `{"first":"a","last":"b","tags":["c"]}`, `{"name":"a b"}`, `[]`, `null`, `"x"`, `{"tags":[[[[`, "{\"first\":\"\\ud800\"}", strings.Repeat(`{"a":`, 70)} {
		for version := range 4 {
			f.Add(version, []byte(seed))
		}
	}
	reg := upcasting()
	f.Fuzz(func(t *testing.T, version int, raw []byte) {
		data, err := reg.Decode("test.renamed", version, raw)
		if err != nil {
			if data != nil || !errors.Is(err, codec.ErrUndecodable) {
				t.Fatalf("%v, %v", data, err)
			}
			return
		}
		if _, ok := data.(*codec.Unknown); ok {
			return
		}
		again, current, err := reg.Encode("test.renamed", data)
		if err != nil {
			t.Fatalf("what was decoded does not encode: %v", err)
		}
		if _, err := reg.Decode("test.renamed", current, again); err != nil {
			t.Fatalf("what was encoded does not decode: %v", err)
		}
	})
}

type nested struct {
	Name  string    `json:"name"`
	When  time.Time `json:"when"`
	Who   uuid.UUID `json:"who"`
	Until *time.Time
	Inner struct{ Tags []string }
	Pairs [2]*int
	Any   any
}

// The second reader sends bytes that cannot be decoded, so that it shows whether they are.
func TestDataOfManyReadersIsDecodedOnceIfACopyIsEnough(t *testing.T) {
	reg := codec.NewRegistry()
	codec.Register[nested](reg, "test.nested", 1)
	typ := reg.Find([]byte("test.nested"), 1)
	for raw, once := range map[string]bool{
		`{}`: true,
		`{"name":"a","when":"2026-02-03T04:05:06Z","who":"00000000-0000-4000-8000-000000000001"}`: true,
		`{"Until":"2026-02-03T04:05:06Z"}`: false,
		`{"Inner":{"Tags":["a"]}}`:         false,
		`{"Pairs":[null,1]}`:               false,
		`{"Any":1}`:                        false,
	} {
		var s codec.Shared
		want, err := typ.Decode(1, []byte(raw))
		first, errFirst := s.Decode(typ, 1, []byte(raw))
		if err := errors.Join(err, errFirst); err != nil || !reflect.DeepEqual(first, want) {
			t.Errorf("%s: %+v %v", raw, first, err)
		}
		*first.(*nested) = nested{Name: "changed by the first reader"}
		if _, err := s.Decode(typ, 1, []byte("{")); (err == nil) != once {
			t.Errorf("%s: the second reader decodes it: %v, want %v", raw, err != nil, !once)
		}
		if got, err := s.Decode(typ, 1, []byte(raw)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the third reader has %+v %v", raw, got, err)
		}
	}
}

func TestDataThatCannotBeDecodedFailsForEachReader(t *testing.T) {
	typ := upcasting().Find([]byte("test.renamed"), 3)
	var s codec.Shared
	for range 2 {
		if _, err := s.Decode(typ, 3, []byte("{")); !errors.Is(err, codec.ErrUndecodable) {
			t.Errorf("%v", err)
		}
	}
	if got, err := s.Decode(typ, 3, []byte("{}")); err != nil || !reflect.DeepEqual(got, new(renamedV3)) {
		t.Errorf("%+v %v", got, err)
	}
}
