package eventstoretest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Server is a database server that a test may kill.
type Server interface {
	DSN() string    // of a migrated database
	Kill() error    // kills the server and all its processes with signal 9
	Restart() error // returns when the server accepts connections
}

// Target is the server that the suite tests.
type Target struct {
	Database func(testing.TB) string // DSN of a fresh migrated database, as its owner
	Server   func(testing.TB) Server // a server for this test alone
}

// Exercise runs the whole suite.
func Exercise(t *testing.T, x Target) {
	for name, test := range map[string]func(*testing.T, Target){
		"an append is read back as it was written":                                                   roundTrip,
		"of concurrent saves at one version exactly one wins (BY-006)":                               oneWinner,
		"a stale save is refused and leaves nothing":                                                 stale,
		"a repeated command answers the first result and appends nothing (BY-005, D-31)":             repeated,
		"racing appends of one command have one effect and one answer (BY-005)":                      racingCommand,
		"a guard refuses when the other stream moved on":                                             guards,
		"an append that may only follow a position is refused behind it":                             until,
		"guards leave no write skew between two stores":                                              writeSkew,
		"a big append is all there, a too big one refused":                                           sizes,
		"faults of the caller are refused and harm no other append":                                  faults,
		"rollbacks and slow commits of other writers leave no gap for a reader (BY-003)":             slowWriters,
		"random failures in the database are told and leave nothing":                                 randomFailures,
		"a cancelled context never leaves an append half-way":                                        cancelled,
		"closing finishes what is under way and refuses what comes later":                            closing,
		"a missing position is noticed":                                                              gap,
		"several processes append at once: gapless, in order, each ack exactly once (BY-003)":        processes,
		"commits that come late or roll back, in several processes: a reader skips nothing (BY-003)": commitRace,
		"kill -9 of an appender loses and doubles nothing (BY-002)":                                  killAppender,
		"kill -9 of PostgreSQL loses and doubles nothing, and the store recovers (BY-002)":           killServer,
		"a connection cut during commit: the outcome is looked up, never guessed (BY-002)":           cutConnection,
		"while the database is away appends wait, then say so, and nothing is there afterward":       away,
	} {
		t.Run(name, func(t *testing.T) { test(t, x) })
	}
}

func roundTrip(t *testing.T, x Target) {
	s := Open(t, x.Database(t))
	ctx := t.Context()
	stream, command := uuid.New(), uuid.New()
	meta := domain.Meta{
		Actor:       uuid.New(),
		Role:        domain.Operator,
		Command:     "Count",
		Fingerprint: "f",
		Request:     "r",
		Via:         "cli",
		Cause:       7,
	}
	at := time.Date(2026, 5, 6, 7, 8, 9, 123456789, time.FixedZone("", 3600))
	first, err := s.Append(ctx, eventlog.Append{
		Stream:     stream,
		StreamType: StreamType,
		Meta:       meta,
		CommandID:  command,
		Events: []eventlog.Record{
			{Type: CountedType, Data: &Counted{Writer: "\u2028 <&> \x00 é", N: 1}, OccurredAt: at},
			{Type: CountedType, Data: &Counted{N: 2}, OccurredAt: at}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := (eventlog.Result{Stream: stream, Position: 2, Version: 2}); first != want {
		t.Errorf("first append: %+v, want %+v", first, want)
	}
	second, err := s.Append(ctx, One(stream, 2))
	if err != nil || second.Position != 3 || second.Version != 3 {
		t.Fatalf("second append: %+v, %v", second, err)
	}
	events, err := s.Load(ctx, stream, 1)
	if err != nil || len(events) != 3 {
		t.Fatalf("loaded %d events, %v", len(events), err)
	}
	e := events[0]
	if e.Position != 1 || e.Version != 1 || e.Stream != stream || e.StreamType != StreamType || e.Type != CountedType ||
		e.Meta != meta ||
		e.CommandID != command {
		t.Errorf("first event: %+v", e)
	}
	if want := at.UTC().Truncate(time.Microsecond); !e.OccurredAt.Equal(want) || e.OccurredAt.Location() != time.UTC {
		t.Errorf("time %v, want %v", e.OccurredAt, want)
	}
	if d, ok := e.Data.(*Counted); !ok || *d != (Counted{Writer: "\u2028 <&> \x00 é", N: 1}) {
		t.Errorf("data %+v", e.Data)
	}
	if events[1].CommandID != uuid.Nil {
		t.Error("only the first event of a command carries its id")
	}
	if part, err := s.Load(ctx, stream, 3); err != nil || len(part) != 1 || part[0].Version != 3 {
		t.Errorf("from version 3: %v, %v", part, err)
	}
	if part, err := s.LoadTo(ctx, stream, 2); err != nil || len(part) != 2 {
		t.Errorf("as of position 2: %d events, %v", len(part), err)
	}
	if none, err := s.Load(ctx, uuid.New(), 1); err != nil || len(none) != 0 {
		t.Errorf("an unknown stream: %v, %v", none, err)
	}
	if head, err := s.Head(ctx); err != nil || head != 3 {
		t.Errorf("head %d, %v", head, err)
	}
	if p, err := s.PositionAt(ctx, at); err != nil || p != 2 && p != 3 {
		t.Errorf("position at the time of the first append: %d, %v", p, err)
	}
	page, err := s.ReadPage(ctx, 1, 10, eventlog.Filter{Types: []eh.EventType{"other"}})
	if err != nil || page.Last != 3 || page.Count != 2 || len(page.Events) != 0 {
		t.Errorf("a page of another type: %+v, %v", page, err)
	}
}

func oneWinner(t *testing.T, x Target) {
	dsn := x.Database(t)
	stores := []*eventlog.Store{Open(t, dsn), Open(t, dsn)}
	for round := range 20 {
		stream := uuid.New()
		for version := range 3 {
			var won, lost atomic.Int32
			var wg sync.WaitGroup
			for i := range 16 {
				wg.Go(func() {
					_, err := stores[i%2].Append(t.Context(), One(stream, version))
					switch {
					case err == nil:
						won.Add(1)
					case errors.Is(err, eventlog.ErrConflict) && errors.Is(err, domain.ErrStaleVersion):
						lost.Add(1)
					default:
						t.Errorf("round %d: %v", round, err)
					}
				})
			}
			wg.Wait()
			if won.Load() != 1 || lost.Load() != 15 {
				t.Fatalf("round %d: %d won, %d lost", round, won.Load(), lost.Load())
			}
		}
	}
	if n := len(CheckLog(t, stores[0])); n != 60 {
		t.Errorf("%d events, want 60", n)
	}
}

func stale(t *testing.T, x Target) {
	s := Open(t, x.Database(t))
	stream := uuid.New()
	must(t, s, One(stream, 0))
	for _, expected := range []int{0, 2, 5} {
		if _, err := s.Append(t.Context(), One(stream, expected)); !errors.Is(err, eventlog.ErrConflict) {
			t.Errorf("expected version %d: %v", expected, err)
		}
	}
	if _, err := s.Append(t.Context(), One(uuid.New(), 1)); !errors.Is(err, eventlog.ErrConflict) {
		t.Errorf("a stream that does not exist: %v", err)
	}
	if n := len(CheckLog(t, s)); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}

func repeated(t *testing.T, x Target) {
	dsn := x.Database(t)
	s := Open(t, dsn)
	a := eventlog.Append{
		Stream:     uuid.New(),
		StreamType: StreamType,
		Events:     Events("first", 3),
		CommandID:  uuid.New(),
		Meta:       domain.Meta{Fingerprint: "f"},
	}
	must(t, s, One(uuid.New(), 0))
	first := must(t, s, a)
	must(t, s, One(a.Stream, 3))
	first.Duplicate = true
	other := a
	other.Stream, other.Events = uuid.New(), Events("other", 1)
	current := a
	current.Expected = 4
	restarted := Open(t, dsn)
	for name, store := range map[string]*eventlog.Store{"same process": s, "another process": restarted} {
		for what, again := range map[string]eventlog.Append{"the same": a, "at the current version": current, "on another stream": other} {
			if res, err := store.Append(t.Context(), again); err != nil || res != first {
				t.Errorf("%s, %s: %+v, %v, want %+v", name, what, res, err, first)
			}
		}
		c, found, err := store.ByCommand(t.Context(), a.CommandID)
		if err != nil || !found || c.Result() != first || c.First != 2 || c.Meta.Fingerprint != "f" {
			t.Errorf("%s: by command: %+v, %v, %v", name, c, found, err)
		}
	}
	if _, found, err := s.ByCommand(t.Context(), uuid.New()); found || err != nil {
		t.Errorf("an unknown command: %v, %v", found, err)
	}
	if n := len(CheckLog(t, s)); n != 5 {
		t.Errorf("%d events, want 5", n)
	}
}

func racingCommand(t *testing.T, x Target) {
	dsn := x.Database(t)
	stores := []*eventlog.Store{Open(t, dsn), Open(t, dsn)}
	const commands = 60
	var wg sync.WaitGroup
	for range commands {
		a := eventlog.Append{
			Stream:     uuid.New(),
			StreamType: StreamType,
			Events:     Events("race", 2),
			CommandID:  uuid.New(),
		}
		wg.Go(func() {
			var results [10]eventlog.Result
			var race sync.WaitGroup
			for i := range results {
				race.Go(func() {
					var err error
					if results[i], err = stores[i%2].Append(t.Context(), a); err != nil {
						t.Errorf("append %d: %v", i, err)
					}
				})
			}
			race.Wait()
			first := 0
			for i := range results {
				if !results[i].Duplicate {
					first++
				}
				results[i].Duplicate = false
				if results[i] != results[0] {
					t.Errorf("different answers: %+v and %+v", results[i], results[0])
				}
			}
			if first != 1 {
				t.Errorf("%d of 10 say they were the first", first)
			}
		})
	}
	wg.Wait()
	if n := len(CheckLog(t, stores[0])); n != 2*commands {
		t.Errorf("%d events, want %d", n, 2*commands)
	}
}

func guards(t *testing.T, x Target) {
	dsn := x.Database(t)
	s := Open(t, dsn)
	order, proof := uuid.New(), uuid.New()
	must(t, s, One(order, 0))
	guarded := func(version int) eventlog.Append {
		a := One(proof, 0)
		a.Guards = []eventlog.Guard{{Stream: order, Version: version}}
		return a
	}
	cold := Open(t, dsn) // has no stream cached yet
	for name, store := range map[string]*eventlog.Store{"known streams": s, "unknown streams": cold} {
		for _, version := range []int{0, 2} {
			if _, err := store.Append(t.Context(), guarded(version)); !errors.Is(err, eventlog.ErrConflict) {
				t.Errorf("%s, guard at %d of 1: %v", name, version, err)
			}
		}
	}
	must(t, s, guarded(1))
	missing := One(uuid.New(), 0)
	missing.Guards = []eventlog.Guard{{Stream: uuid.New(), Version: 0}, {Stream: order, Version: 1}}
	must(t, s, missing)
	must(t, cold, One(order, 1)) // another process appends to it
	a := One(proof, 1)
	a.Guards = []eventlog.Guard{{Stream: order, Version: 1}}
	if _, err := s.Append(t.Context(), a); !errors.Is(err, eventlog.ErrConflict) {
		t.Errorf("a guard that another process made stale: %v", err)
	}
	if n := len(CheckLog(t, s)); n != 4 {
		t.Errorf("%d events, want 4", n)
	}
}

// until lets two processes race for the last places before a position.
func until(t *testing.T, x Target) {
	dsn := x.Database(t)
	stores := []*eventlog.Store{Open(t, dsn), Open(t, dsn)}
	base := must(t, stores[0], One(uuid.New(), 0)).Position
	const places = 20
	var won, passed atomic.Int32
	var wg sync.WaitGroup
	for i := range 5 * places {
		wg.Go(func() {
			a := One(uuid.New(), 0)
			a.Until = base + places - 1
			switch res, err := stores[i%2].Append(t.Context(), a); {
			case err == nil && res.Position <= base+places:
				won.Add(1)
			case errors.Is(err, eventlog.ErrPassed) && errors.Is(err, domain.ErrStaleVersion):
				passed.Add(1)
			default:
				t.Errorf("append: %v, position %d", err, res.Position)
			}
		})
	}
	wg.Wait()
	if won.Load() != places || passed.Load() != 4*places {
		t.Errorf("%d of %d were appended and %d refused", won.Load(), places, passed.Load())
	}
	stale := One(uuid.New(), 3)
	stale.Until = base
	if _, err := stores[0].Append(t.Context(), stale); !errors.Is(err, eventlog.ErrConflict) {
		t.Errorf("stale and too late: %v", err)
	}
	if n := len(CheckLog(t, stores[0])); n != places+1 {
		t.Errorf("%d events, want %d", n, places+1)
	}
}

// writeSkew writes each of two streams only while the other one is empty. At most one of them may
// get an event.
func writeSkew(t *testing.T, x Target) {
	dsn := x.Database(t)
	stores := []*eventlog.Store{Open(t, dsn), Open(t, dsn)}
	var wg sync.WaitGroup
	for pair := range 200 {
		a, b := uuid.New(), uuid.New()
		var won atomic.Int32
		var race sync.WaitGroup
		for i, streams := range [][2]uuid.UUID{{a, b}, {b, a}} {
			race.Add(1)
			wg.Go(func() {
				defer race.Done()
				w := One(streams[0], 0)
				w.Guards = []eventlog.Guard{{Stream: streams[1]}}
				_, err := stores[(i+pair)%2].Append(t.Context(), w)
				if err == nil {
					won.Add(1)
				} else if !errors.Is(err, eventlog.ErrConflict) {
					t.Errorf("pair %d: %v", pair, err)
				}
			})
		}
		wg.Go(func() {
			race.Wait()
			if won.Load() != 1 {
				t.Errorf("pair %d: %d of 2 appends that exclude each other succeeded", pair, won.Load())
			}
		})
	}
	wg.Wait()
	CheckLog(t, stores[0])
}

func sizes(t *testing.T, x Target) {
	s := Open(t, x.Database(t))
	stream := uuid.New()
	big := eventlog.Append{Stream: stream, StreamType: StreamType, Events: Events("big", eventlog.MaxEvents)}
	if res := must(t, s, big); res.Version != 1000 || res.Position != 1000 {
		t.Errorf("1000 events: %+v", res)
	}
	var wg sync.WaitGroup
	for i := range 32 { // at the same time, in batches of all sizes
		wg.Go(func() {
			must(t, s, eventlog.Append{Stream: uuid.New(), StreamType: StreamType, Events: Events("many", 1+i*7)})
		})
	}
	wg.Wait()
	big.Expected, big.Events = 1000, Events("big", eventlog.MaxEvents+1)
	if _, err := s.Append(t.Context(), big); !errors.Is(err, eventlog.ErrTooManyEvents) {
		t.Errorf("1001 events: %v", err)
	}
	large := One(uuid.New(), 0)
	large.Events[0].Data = &Counted{Text: text(codec.MaxEventSize - 200)}
	must(t, s, large)
	large.Stream, large.Events[0].Data = uuid.New(), &Counted{Text: text(codec.MaxEventSize)}
	if _, err := s.Append(t.Context(), large); !errors.Is(err, codec.ErrEventTooLarge) {
		t.Errorf("an event over 1 MiB: %v", err)
	}
	if n, want := len(CheckLog(t, s)), 1001+32+7*31*32/2; n != want {
		t.Errorf("%d events, want %d", n, want)
	}
}

func faults(t *testing.T, x Target) {
	s := Open(t, x.Database(t))
	stop := make(chan struct{})
	var good sync.WaitGroup
	for range 4 {
		good.Go(func() {
			for stream, v := uuid.New(), 0; ; v++ {
				select {
				case <-stop:
					return
				default:
					must(t, s, One(stream, v))
				}
			}
		})
	}
	for name, change := range map[string]func(*eventlog.Append){
		"no events":           func(a *eventlog.Append) { a.Events = nil },
		"unregistered type":   func(a *eventlog.Append) { a.Events[0].Type = "test.unheard" },
		"data of another":     func(a *eventlog.Append) { a.Events[0].Data = &struct{}{} },
		"data by value":       func(a *eventlog.Append) { a.Events[0].Data = Counted{} },
		"nil data":            func(a *eventlog.Append) { a.Events[0].Data = (*Counted)(nil) },
		"no time":             func(a *eventlog.Append) { a.Events[0].OccurredAt = time.Time{} },
		"no stream":           func(a *eventlog.Append) { a.Stream = uuid.Nil },
		"no stream type":      func(a *eventlog.Append) { a.StreamType = "" },
		"zero byte in a type": func(a *eventlog.Append) { a.StreamType = "a\x00b" },
		"negative version":    func(a *eventlog.Append) { a.Expected = -1 },
		"guard on itself":     func(a *eventlog.Append) { a.Guards = []eventlog.Guard{{Stream: a.Stream}} },
		"guards without end":  func(a *eventlog.Append) { a.Guards = make([]eventlog.Guard, eventlog.MaxGuards+1) },
		"year 300000":         func(a *eventlog.Append) { a.Events[0].OccurredAt = time.Date(300000, 1, 1, 0, 0, 0, 0, time.UTC) },
	} {
		a := One(uuid.New(), 0)
		change(&a)
		if _, err := s.Append(t.Context(), a); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	close(stop)
	good.Wait()
	for _, e := range CheckLog(t, s) {
		if e.Data.(*Counted).Writer != "one" {
			t.Errorf("a refused event is there: %+v", e)
		}
	}
}

// slowWriters appends with stores while others append with SQL, delay their commits, and roll some
// of them back.
func slowWriters(t *testing.T, x Target) {
	dsn := x.Database(t)
	stores := []*eventlog.Store{Open(t, dsn), Open(t, dsn)}
	stop := make(chan struct{})
	seen := follow(t, stores[0], stop)
	var appended atomic.Int64
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			for stream, v := uuid.New(), 0; v < 40; v++ {
				must(t, stores[w%2], One(stream, v))
				appended.Add(1)
			}
		})
	}
	for w := range 4 {
		wg.Go(func() {
			conn, err := pgx.Connect(t.Context(), dsn)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = conn.Close(context.Background()) }()
			random := rand.New(rand.NewPCG(1, uint64(w)))
			for range 12 {
				_, err := conn.Exec(t.Context(), fmt.Sprintf(`begin;
					select append_events(array['%[1]s']::uuid[], array['%[2]s']::uuid[], array[0], '{}', '{}', '{}',
						array[1], array['%[2]s']::uuid[], array[1], array['test'], array['test.counted'], array['{}']::json[], array['{}']::json[], array['%[1]s']::uuid[], array[now()]);
					select pg_sleep(%[3]f)`, uuid.New(), uuid.New(), random.Float64()*0.03))
				if err != nil {
					t.Error(err)
				}
				end := "commit"
				if random.IntN(4) == 0 {
					end = "rollback"
				} else {
					appended.Add(1)
				}
				if _, err := conn.Exec(t.Context(), end); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	close(stop)
	if got := int64(len(seen())); got != appended.Load() {
		t.Errorf("the reader saw %d events, %d were appended", got, appended.Load())
	}
	if n := int64(len(CheckLog(t, stores[1]))); n != appended.Load() {
		t.Errorf("%d events in the log, %d were appended", n, appended.Load())
	}
}

func randomFailures(t *testing.T, x Target) {
	dsn := x.Database(t)
	execute(t, dsn, `create function fail() returns trigger language plpgsql as $$ begin
		if random() < 0.05 then raise exception 'the disk is on fire'; end if; return new; end $$;
		create trigger fail before insert on events for each row execute function fail()`)
	s := Open(t, dsn)
	var mu sync.Mutex
	var acks []ack
	failed := map[uuid.UUID]bool{}
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for stream, v, i := uuid.New(), 0, 0; i < 60; i++ {
				a := eventlog.Append{
					Stream:     stream,
					StreamType: StreamType,
					Expected:   v,
					Events:     Events("fail", 1+(i+w)%3),
					CommandID:  uuid.New(),
				}
				res, err := s.Append(t.Context(), a)
				mu.Lock()
				if err == nil {
					acks, v = append(acks, ack{a.CommandID, res.Position, res.Version}), res.Version
				} else {
					failed[a.CommandID] = true
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	log := CheckLog(t, s)
	checkAcks(t, log, acks)
	for _, e := range log {
		if failed[e.CommandID] {
			t.Errorf("position %d: an append that was said to fail is there", e.Position)
		}
	}
	if len(failed) == 0 || len(acks) == 0 {
		t.Errorf("%d failures, %d acknowledged: the test tested nothing", len(failed), len(acks))
	}
}

func cancelled(t *testing.T, x Target) {
	s := Open(t, x.Database(t))
	var mu sync.Mutex
	var acks []ack
	refused := map[uuid.UUID]bool{}
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(2, uint64(w)))
			for range 60 {
				ctx, cancel := context.WithCancel(t.Context())
				a := eventlog.Append{
					Stream:     uuid.New(),
					StreamType: StreamType,
					Events:     Events("cancel", 3),
					CommandID:  uuid.New(),
				}
				timer := time.AfterFunc(time.Duration(random.IntN(1500))*time.Microsecond, cancel)
				res, err := s.Append(ctx, a)
				timer.Stop()
				cancel()
				mu.Lock()
				switch {
				case err == nil:
					acks = append(acks, ack{a.CommandID, res.Position, res.Version})
				case errors.Is(err, context.Canceled):
					refused[a.CommandID] = true
				default:
					t.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	log := CheckLog(t, s)
	checkAcks(t, log, acks)
	if len(log) != 3*len(acks) {
		t.Errorf("%d events for %d acknowledged appends of 3", len(log), len(acks))
	}
}

func closing(t *testing.T, x Target) {
	dsn := x.Database(t)
	s := Open(t, dsn)
	var mu sync.Mutex
	var acks []ack
	var started, wg sync.WaitGroup
	for range 8 {
		started.Add(1)
		wg.Go(func() {
			for stream, v := uuid.New(), 0; ; v++ {
				a := One(stream, v)
				a.CommandID = uuid.New()
				res, err := s.Append(context.Background(), a)
				if v == 0 {
					started.Done()
				}
				if err != nil {
					if !errors.Is(err, eventlog.ErrClosed) || !errors.Is(err, domain.ErrUnavailable) {
						t.Error(err)
					}
					return
				}
				mu.Lock()
				acks = append(acks, ack{a.CommandID, res.Position, res.Version})
				mu.Unlock()
			}
		})
	}
	started.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	log := CheckLog(t, Open(t, dsn))
	checkAcks(t, log, acks)
	if len(log) != len(acks) {
		t.Errorf("%d events, %d acknowledged", len(log), len(acks))
	}
}

func gap(t *testing.T, x Target) {
	dsn := x.Database(t)
	s := Open(t, dsn)
	for range 5 {
		must(t, s, One(uuid.New(), 0))
	}
	execute(t, dsn, "delete from events where position = 3")
	if _, err := s.Read(t.Context(), 0, 10); !errors.Is(err, eventlog.ErrGap) {
		t.Errorf("read over a gap: %v", err)
	}
	if _, err := s.Read(t.Context(), 2, 10); !errors.Is(err, eventlog.ErrGap) {
		t.Errorf("read from a gap: %v", err)
	}
	err := s.Each(t.Context(), 0, 5, 2, eventlog.Filter{}, func(eventlog.Page) error { return nil })
	if !errors.Is(err, eventlog.ErrGap) {
		t.Errorf("each over a gap: %v", err)
	}
}

func must(t testing.TB, s *eventlog.Store, a eventlog.Append) eventlog.Result {
	t.Helper()
	res, err := s.Append(t.Context(), a)
	if err != nil {
		t.Errorf("append: %v", err)
	}
	return res
}

func execute(t testing.TB, dsn, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}
