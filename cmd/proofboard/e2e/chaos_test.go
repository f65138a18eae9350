package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/workers/relay"
)

// full reports whether the checks run with their full counts (make chaos). Otherwise they run with
// small counts.
func full() bool { return os.Getenv("PROOFBOARD_CHAOS") == "full" }

// beside makes a test with servers of its own run in parallel with similar tests. With full counts
// the test measures times, so it runs alone.
func beside(t *testing.T) {
	t.Helper()
	if !full() {
		t.Parallel()
	}
}

// times returns how often a test repeats something: the small count, or the full count from
// checks.md.
func times(small, all int) int {
	if full() {
		return all
	}
	return small
}

// timely reports whether a duration is within its bound. Only runs with full counts fail because of
// it: otherwise other tests load the machine, and the result is only printed.
func timely(took, bound time.Duration) bool { return took < bound || !full() }

// told prints one line of the report.
func told(t *testing.T, check string, held bool, format string, v ...any) {
	t.Helper()
	word := "held"
	if !held {
		word = "NOT HELD"
		t.Fail()
	}
	t.Logf("check %s: %s: %s", check, fmt.Sprintf(format, v...), word)
}

// fire is a cluster under load.
type fire struct {
	*cluster
	load   *load
	core   *program.Core
	cancel context.CancelFunc
	group  sync.WaitGroup
	sent   [][]*command
	failed []error
}

// underLoad starts a cluster and clients that together send 200 commands per second.
func underLoad(t *testing.T, prepare ...func(*cluster)) *fire {
	t.Helper()
	f := &fire{cluster: startCluster(t, prepare...)}
	f.core = f.cluster.core()
	t.Cleanup(func() { _ = f.core.Close() })
	f.begin(t)
	return f
}

// begin starts the clients.
func (f *fire) begin(t *testing.T) {
	t.Helper()
	f.load, f.sent, f.failed = &load{}, make([][]*command, clients), make([]error, clients)
	f.load.base.Store(f.bases())
	w := newSite(f.bases()[0])
	t.Cleanup(w.http.CloseIdleConnections)
	owner, err := w.signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.csrfFor("card"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	f.cancel = cancel
	t.Cleanup(cancel)
	for i := range clients {
		f.group.Go(func() { f.sent[i], f.failed[i] = f.load.client(ctx, owner, clients*time.Second/200) })
	}
}

// finish stops the load.
func (f *fire) finish(t *testing.T) {
	t.Helper()
	f.load.ended.Store(true)
	f.group.Wait()
	if err := errors.Join(f.failed...); err != nil {
		t.Fatal(err)
	}
}

// end stops the load and checks the log against the answers that the clients received.
func (f *fire) end(t *testing.T) (commands int) {
	t.Helper()
	f.finish(t)
	return checkLog(t, f.core, f.sent, essential)
}

func wait(t *testing.T, d time.Duration) {
	t.Helper()
	select {
	case <-t.Context().Done():
		t.Fatal(t.Context().Err())
	case <-time.After(d):
	}
}

// holder returns the process that currently holds a lease, or "" if there is none.
func (f *fire) holder(t *testing.T, name string) string {
	t.Helper()
	all, err := f.core.Leases.List(t.Context())
	if err != nil {
		return ""
	}
	if i := slices.IndexFunc(all, func(l lease.Info) bool { return l.Name == name && l.Held }); i >= 0 {
		return all[i].Holder
	}
	return ""
}

// worker returns the worker process that holds a lease.
func (f *fire) worker(t *testing.T, lease string) *running {
	t.Helper()
	var found *running
	eventually(t, "somebody holds "+lease, func() bool {
		h := f.holder(t, lease)
		for _, r := range f.workers {
			if r.cmd.ProcessState == nil && strings.HasSuffix(h, fmt.Sprintf("/%d", r.cmd.Process.Pid)) {
				found = r
				return true
			}
		}
		return false
	})
	return found
}

func TestProcessesOfAClusterDieAndNothingIsLost(t *testing.T) { // BY-002 BY-003 BY-009
	beside(t)
	f := underLoad(t)
	const lease = "projection board"
	var slowest time.Duration
	for i := range times(2, 25) {
		wait(t, lifeOfOne)
		api := f.apis[i%2]
		api.kill()
		f.load.base.Store([]string{f.apis[(i+1)%2].base()})
		api.start(t)
		f.settled()
		f.load.base.Store(f.bases())

		wait(t, lifeOfOne)
		worker := f.worker(t, lease)
		before := f.holder(t, lease)
		hangs := i%2 == 1 // every second process hangs instead of ending
		began := time.Now()
		if hangs {
			if err := worker.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
		} else {
			worker.kill()
		}
		eventually(
			t, "another worker takes over", func() bool { h := f.holder(t, lease); return h != "" && h != before },
		)
		slowest = max(slowest, time.Since(began))
		if hangs {
			_ = worker.cmd.Process.Signal(syscall.SIGCONT)
		} else {
			worker.start(t)
		}
		f.settled()
	}
	commands := f.end(t)
	told(
		t, "1", !t.Failed(),
		"%d commands, api and worker processes killed or stopped %d times, %d requests again: 0 lost, 0 doubled",
		commands, times(4, 50), f.load.retries.Load(),
	)
	told(
		t, "leases", timely(slowest, 5*time.Second), "a projection moves over within %s (bound 5 s)",
		slowest.Round(10*time.Millisecond),
	)
}

func TestPostgreSQLDiesUnderAClusterAndNothingIsLost(t *testing.T) { // BY-002
	beside(t)
	f := underLoad(t)
	var slowest time.Duration
	for range times(2, 20) {
		wait(t, lifeOfOne)
		if err := embeddedtest.KillPostgres(f.db); err != nil {
			t.Fatal(err)
		}
		f.startDatabase()
		began := time.Now()
		answered := f.load.answered.Load()
		eventually(t, "a command is answered again", func() bool { return f.load.answered.Load() > answered })
		slowest = max(slowest, time.Since(began))
	}
	for _, r := range append(append([]*running{}, f.apis...), f.workers...) {
		if r.cmd.ProcessState != nil || syscall.Kill(r.cmd.Process.Pid, 0) != nil {
			t.Errorf("%s did not stay up", r.Name)
		}
	}
	f.settled()
	commands := f.end(t)
	told(
		t, "2", !t.Failed() && timely(slowest, 2*time.Second),
		"%d commands, PostgreSQL killed %d times: 0 lost, first answer at most %s after its return (bound 2 s)",
		commands, times(2, 20), slowest.Round(10*time.Millisecond),
	)
}

// stream returns the state of the event stream in NATS.
func (f *fire) stream(t *testing.T) (state jetstream.StreamState, err error) {
	t.Helper()
	nc, err := nats.Connect(f.cfg.NATSURL, nats.Timeout(time.Second))
	if err != nil {
		return state, err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return state, err
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	s, err := js.Stream(ctx, relay.Stream)
	if err != nil {
		return state, err
	}
	return s.CachedInfo().State, nil
}

// relayed waits until NATS has every event of the log. It returns how long that took.
func (f *fire) relayed(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	head, err := f.core.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "NATS has every event", func() bool {
		s, err := f.stream(t)
		return err == nil && int64(s.Msgs) >= head
	})
	return time.Since(began)
}

func TestCommandsGoOnWithoutNATSAndItsBacklogDrains(t *testing.T) { // BY-010
	beside(t)
	f := underLoad(t)
	wait(t, lifeOfOne)
	f.nats[0].kill() // one of three: clients must not notice it
	wait(t, lifeOfOne)
	f.nats[0].start(t)
	f.relayed(t)
	for _, n := range f.nats {
		n.kill()
	}
	answered, again := f.load.answered.Load(), f.load.retries.Load()
	wait(t, time.Duration(times(3, 60))*time.Second)
	went, failed := f.load.answered.Load()-answered, f.load.retries.Load()-again
	for _, n := range f.nats {
		n.start(t)
	}
	drained := f.relayed(t)
	commands := f.end(t)
	told(
		t,
		"3",
		!t.Failed() && went > 0 && failed == 0 && timely(drained, 10*time.Second),
		"NATS down for %d s: %d commands answered, %d failed; backlog drained within %s of its return (bound 10 s); %d commands, 0 lost",
		times(3, 60),
		went,
		failed,
		drained.Round(10*time.Millisecond),
		commands,
	)
}

func TestWhatAClusterOfNATSLosesIsRebuiltFromTheLog(t *testing.T) { // BY-010
	beside(t)
	f := underLoad(t)
	wait(t, 2*lifeOfOne)
	f.relayed(t)
	for _, n := range f.nats {
		n.kill()
	}
	for _, n := range f.nats {
		if err := os.RemoveAll(filepath.Join(n.Dir, "jetstream")); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range f.nats {
		n.start(t)
	}
	wait(t, lifeOfOne)
	commands := f.end(t)
	var held, head int64
	eventually(t, "NATS has every event once, also those that automations still add", func() bool {
		var err error
		if head, err = f.core.Store.Head(t.Context()); err != nil {
			t.Fatal(err)
		}
		s, err := f.stream(t)
		held = int64(s.Msgs)
		return err == nil && held == head
	})
	told(
		t, "4", !t.Failed(), "NATS wiped: it holds %d of %d events again, each once; %d commands, 0 lost", held, head,
		commands,
	)
}

// at sends requests of a person with the given parallelism and returns the answers.
func at(t *testing.T, p *person, width, n int, build func(i int) (method, path string, body any)) []answer {
	t.Helper()
	answers := make([]answer, n)
	next := make(chan int)
	var group sync.WaitGroup
	for range width {
		group.Go(func() {
			for i := range next {
				method, path, body := build(i)
				req, err := p.request(method, path, body)
				if err == nil {
					answers[i], err = p.site.do(p.site.http, req)
				}
				if err != nil {
					answers[i] = answer{status: -1, body: []byte(err.Error())}
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
	return answers
}

func TestManyMovesIntoOneSlotEndInOneOrder(t *testing.T) { // BY-006
	operator := as(t, "operator")
	rounds, cards, width := times(2, 100), 20, times(50, 200)
	first := inStatus(t, "owner", order.InProgress)
	others := make([]uuid.UUID, cards)
	for i := range others {
		others[i] = inStatus(t, "owner", order.InProgress)
	}
	moved, refused := 0, map[string]int{}
	for round := range rounds {
		for i, a := range at(t, operator, width, 200, func(i int) (string, string, any) {
			return http.MethodPut, "/order/" + others[i%cards].String() + "/move-progress", map[string]any{"moveto": "in-progress", "via": "board", "afterId": first}
		}) {
			switch a.status {
			case http.StatusOK:
				moved++
			case http.StatusConflict:
				refused[a.reason()]++
			default:
				t.Fatalf("round %d, move %d: %d %s", round, i, a.status, a.body)
			}
		}
	}
	ranks := map[string]uuid.UUID{}
	for _, o := range slices.Concat(others, []uuid.UUID{first}) {
		held, err := world.Board.One(t.Context(), actor("manager"), o)
		if err != nil {
			t.Fatal(err)
		}
		if twin, taken := ranks[held.Rank]; taken {
			t.Errorf("%s and %s share the place %s", twin, o, held.Rank)
		}
		ranks[held.Rank] = o
	}
	column := func(name string) []string {
		var ids []string
		for _, b := range windows[contract.OrdersAnswer](t, as(t, name), "/order?view=board&column=in-progress") {
			ids = append(ids, (*b.Data.Columns)[0].TaskIds...)
		}
		return slices.DeleteFunc(ids, func(id string) bool {
			return id != first.String() &&
				!slices.ContainsFunc(others, func(o uuid.UUID) bool { return o.String() == id })
		})
	}
	if a, b := column("manager"), column("production"); !slices.Equal(a, b) || len(a) != cards+1 {
		t.Errorf("two people see different orders:\n%v\n%v", a, b)
	}
	told(
		t,
		"8",
		!t.Failed() && moved > 100*rounds,
		"%d rounds of 200 moves into one slot, %d at a time: %d places for %d cards, %d moved, refused %v, no other error",
		rounds,
		width,
		len(ranks),
		cards+1,
		moved,
		refused,
	)
}

func TestTwoEditsAtOnceBothSurviveOrOneIsTold(t *testing.T) { // BY-006 D-32
	manager := as(t, "manager")
	pairs := times(60, 10_000)
	o := inStatus(t, "owner", order.InProgress)
	path := "/order/" + o.String()
	lost, wins := 0, 0
	for pair := range pairs {
		name, details := fmt.Sprintf("Name %d", pair), says(fmt.Sprintf("Brief %d", pair))
		for _, a := range at(t, manager, 2, 2, func(i int) (string, string, any) {
			if i == 0 {
				return http.MethodPut, path, map[string]any{"orderName": name}
			}
			return http.MethodPut, path, map[string]any{"brief": details}
		}) {
			if a.status != http.StatusOK {
				t.Fatalf("pair %d: %d %s", pair, a.status, a.body)
			}
		}
		now := manager.order(t, o)
		if now.OrderName != name || !strings.Contains(now.Brief, fmt.Sprintf("Brief %d", pair)) {
			lost++
		}
		same := at(t, manager, 2, 2, func(i int) (string, string, any) {
			return http.MethodPut, path, map[string]any{
				"orderName":       fmt.Sprintf("Same %d %d", pair, i),
				"expectedVersion": now.Version,
			}
		})
		if a, b := same[0].status, same[1].status; a+b == http.StatusOK+http.StatusConflict &&
			(a == http.StatusOK || b == http.StatusOK) {
			wins++
		}
	}
	told(
		t, "9", !t.Failed() && lost == 0 && wins == pairs,
		"%d pairs of edits of different fields: %d lost; of the same field: %d times one won and the other got 409",
		pairs, lost, wins,
	)
}

func TestEveryProjectionIsRebuiltWhileWritesGoOn(t *testing.T) { // BY-012
	manager := as(t, "manager")
	o := inStatus(t, "owner", order.InProgress)
	for _, name := range []string{"board", "search", "proofs", "topics", "timeline", "notifications"} {
		done := make(chan error, 1)
		go func() {
			_, err := world.Runner.Rebuild(t.Context(), name, engine.RebuildOptions{})
			done <- err
		}()
		writes := 0
		for ended := false; !ended; writes++ {
			write(
				t, manager, http.MethodPut, "/order/"+o.String(),
				map[string]any{"orderName": fmt.Sprintf("%s %d", name, writes)},
			)
			select {
			case err := <-done:
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				ended = true
			default:
			}
		}
		report, err := world.Runner.Verify(t.Context(), name)
		if err != nil || !report.Same() {
			t.Errorf("%s differs after its rebuild: %+v, %v", name, report, err)
		}
		told(
			t, "6", !t.Failed(), "%s rebuilt to position %d with %d writes meanwhile: the same rows as live", name,
			report.Position, writes,
		)
	}
}
