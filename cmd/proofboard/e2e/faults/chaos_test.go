package faults

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/projections/engine"
)

func TestProcessesOfAClusterDieAndNothingIsLost(t *testing.T) { // BY-002 BY-003 BY-009
	harness.Parallel(t)
	f := harness.UnderLoad(t)
	const lease = "projection board"
	var slowest time.Duration
	for i := range harness.Repeats(2, 25) {
		f.Load.Works(t, lifeOfOne)
		api := f.Apis[i%2]
		api.Kill()
		f.Load.Base.Store([]string{f.Apis[(i+1)%2].Base()})
		api.Start(t)
		f.Settled()
		f.Load.Base.Store(f.Bases())

		f.Load.Works(t, lifeOfOne)
		worker := f.Worker(t, lease)
		before := f.Holder(t, lease)
		hangs := i%2 == 1 // every second process hangs instead of ending
		began := time.Now()
		if hangs {
			if err := worker.Cmd.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
		} else {
			worker.Kill()
		}
		harness.Eventually(
			t, "another worker takes over", func() bool { h := f.Holder(t, lease); return h != "" && h != before },
		)
		slowest = max(slowest, time.Since(began))
		if hangs {
			_ = worker.Cmd.Process.Signal(syscall.SIGCONT)
		} else {
			worker.Start(t)
		}
		f.Settled()
	}
	commands := f.End(t)
	harness.Report(
		t, "1", !t.Failed(),
		"%d commands, api and worker processes killed or stopped %d times, %d requests again: 0 lost, 0 doubled",
		commands, harness.Repeats(4, 50), f.Load.Retries.Load(),
	)
	harness.Report(
		t, "leases", harness.InTime(slowest, 5*time.Second), "a projection moves over within %s (bound 5 s)",
		slowest.Round(10*time.Millisecond),
	)
}

func TestPostgreSQLDiesUnderAClusterAndNothingIsLost(t *testing.T) { // BY-002
	harness.Parallel(t)
	f := harness.UnderLoad(t)
	var slowest time.Duration
	for range harness.Repeats(2, 20) {
		f.Load.Works(t, lifeOfOne)
		if err := embeddedtest.KillPostgres(f.Db); err != nil {
			t.Fatal(err)
		}
		f.StartDatabase()
		began := time.Now()
		answered := f.Load.Answered.Load()
		harness.Eventually(t, "a command is answered again", func() bool { return f.Load.Answered.Load() > answered })
		slowest = max(slowest, time.Since(began))
	}
	for _, r := range append(append([]*harness.Running{}, f.Apis...), f.Workers...) {
		if r.Cmd.ProcessState != nil || syscall.Kill(r.Cmd.Process.Pid, 0) != nil {
			t.Errorf("%s did not stay up", r.Name)
		}
	}
	f.Settled()
	commands := f.End(t)
	harness.Report(
		t, "2", !t.Failed() && harness.InTime(slowest, 2*time.Second),
		"%d commands, PostgreSQL killed %d times: 0 lost, first answer at most %s after its return (bound 2 s)",
		commands, harness.Repeats(2, 20), slowest.Round(10*time.Millisecond),
	)
}

func TestCommandsGoOnWithoutNATSAndItsBacklogDrains(t *testing.T) { // BY-010
	harness.Parallel(t)
	f := harness.UnderLoad(t)
	f.Load.Works(t, lifeOfOne)
	f.Nats[0].Kill() // one of three: clients must not notice it
	f.Load.Works(t, lifeOfOne)
	f.Nats[0].Start(t)
	f.Relayed(t)
	for _, n := range f.Nats {
		n.Kill()
	}
	answered, again := f.Load.Answered.Load(), f.Load.Retries.Load()
	harness.Wait(t, time.Duration(harness.Repeats(3, 60))*time.Second)
	went, failed := f.Load.Answered.Load()-answered, f.Load.Retries.Load()-again
	for _, n := range f.Nats {
		n.Start(t)
	}
	drained := f.Relayed(t)
	commands := f.End(t)
	harness.Report(
		t,
		"3",
		!t.Failed() && went > 0 && failed == 0 && harness.InTime(drained, 10*time.Second),
		"NATS down for %d s: %d commands answered, %d failed; backlog drained within %s of its return (bound 10 s); %d commands, 0 lost",
		harness.Repeats(3, 60),
		went,
		failed,
		drained.Round(10*time.Millisecond),
		commands,
	)
}

func TestWhatAClusterOfNATSLosesIsRebuiltFromTheLog(t *testing.T) { // BY-010
	harness.Parallel(t)
	f := harness.UnderLoad(t)
	f.Load.Works(t, 2*lifeOfOne)
	f.Relayed(t)
	for _, n := range f.Nats {
		n.Kill()
	}
	for _, n := range f.Nats {
		if err := os.RemoveAll(filepath.Join(n.Dir, "jetstream")); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range f.Nats {
		n.Start(t)
	}
	f.Load.Works(t, lifeOfOne)
	commands := f.End(t)
	var held, head int64
	defer func() {
		if t.Failed() {
			t.Logf("NATS holds %d of %d events", held, head)
		}
	}()
	harness.Eventually(t, "NATS has every event once, also those that automations still add", func() bool {
		var err error
		if head, err = f.Core.Store.Head(t.Context()); err != nil {
			t.Fatal(err)
		}
		s, err := f.Stream(t)
		held = int64(s.Msgs)
		return err == nil && held == head
	})
	harness.Report(
		t, "4", !t.Failed(), "NATS wiped: it holds %d of %d events again, each once; %d commands, 0 lost", held, head,
		commands,
	)
}

func TestManyMovesIntoOneSlotEndInOneOrder(t *testing.T) { // BY-006
	operator := harness.SignedIn(t, "operator")
	rounds, cards, width := harness.Repeats(2, 100), 20, harness.Repeats(50, 200)
	first := harness.OrderIn(t, "owner", order.InProgress)
	others := make([]uuid.UUID, cards)
	for i := range others {
		others[i] = harness.OrderIn(t, "owner", order.InProgress)
	}
	moved, refused := 0, map[string]int{}
	for round := range rounds {
		for i, a := range harness.CallParallel(t, operator, width, 200, func(i int) (string, string, any) {
			return http.MethodPut, "/order/" + others[i%cards].String() + "/move-progress", map[string]any{"moveto": "in-progress", "via": "board", "afterId": first}
		}) {
			switch a.Status {
			case http.StatusOK:
				moved++
			case http.StatusConflict:
				refused[a.Reason()]++
			default:
				t.Fatalf("round %d, move %d: %d %s", round, i, a.Status, a.Body)
			}
		}
	}
	ranks := map[string]uuid.UUID{}
	for _, o := range slices.Concat(others, []uuid.UUID{first}) {
		held, err := harness.World.Board.One(t.Context(), harness.Actor("manager"), o)
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
		for _, b := range harness.Windows[contract.OrdersAnswer](t, harness.SignedIn(t, name), "/order?view=board&column=in-progress") {
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
	harness.Report(
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
	manager := harness.SignedIn(t, "manager")
	pairs := harness.Repeats(60, 10_000)
	o := harness.OrderIn(t, "owner", order.InProgress)
	path := "/order/" + o.String()
	lost, wins := 0, 0
	for pair := range pairs {
		name, details := fmt.Sprintf("Name %d", pair), harness.Message(fmt.Sprintf("Brief %d", pair))
		for _, a := range harness.CallParallel(t, manager, 2, 2, func(i int) (string, string, any) {
			if i == 0 {
				return http.MethodPut, path, map[string]any{"orderName": name}
			}
			return http.MethodPut, path, map[string]any{"brief": details}
		}) {
			if a.Status != http.StatusOK {
				t.Fatalf("pair %d: %d %s", pair, a.Status, a.Body)
			}
		}
		now := manager.Order(t, o)
		if now.OrderName != name || !strings.Contains(now.Brief, fmt.Sprintf("Brief %d", pair)) {
			lost++
		}
		same := harness.CallParallel(t, manager, 2, 2, func(i int) (string, string, any) {
			return http.MethodPut, path, map[string]any{
				"orderName":       fmt.Sprintf("Same %d %d", pair, i),
				"expectedVersion": now.Version,
			}
		})
		if a, b := same[0].Status, same[1].Status; a+b == http.StatusOK+http.StatusConflict &&
			(a == http.StatusOK || b == http.StatusOK) {
			wins++
		}
	}
	harness.Report(
		t, "9", !t.Failed() && lost == 0 && wins == pairs,
		"%d pairs of edits of different fields: %d lost; of the same field: %d times one won and the other got 409",
		pairs, lost, wins,
	)
}

func TestEveryProjectionIsRebuiltWhileWritesGoOn(t *testing.T) { // BY-012
	manager := harness.SignedIn(t, "manager")
	o := harness.OrderIn(t, "owner", order.InProgress)
	for _, name := range []string{"board", "search", "proofs", "topics", "timeline", "notifications"} {
		done := make(chan error, 1)
		go func() {
			_, err := harness.World.Runner.Rebuild(t.Context(), name, engine.RebuildOptions{})
			done <- err
		}()
		writes := 0
		for ended := false; !ended; writes++ {
			harness.MustWrite(
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
		report, err := harness.World.Runner.Verify(t.Context(), name)
		if err != nil || !report.Same() {
			t.Errorf("%s differs after its rebuild: %+v, %v", name, report, err)
		}
		harness.Report(
			t, "6", !t.Failed(), "%s rebuilt to position %d with %d writes meanwhile: the same rows as live", name,
			report.Position, writes,
		)
	}
}
