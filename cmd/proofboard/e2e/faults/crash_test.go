package faults

import (
	"context"
	"errors"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

// kills returns how often the test kills the server. PROOFBOARD_E2E_KILLS overrides the number.
func kills(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("PROOFBOARD_E2E_KILLS"))
	if err != nil {
		return harness.Repeats(10, 50)
	}
	return n
}

const perSecond = 250 // commands of all clients together

const lifeOfOne = 700 * time.Millisecond // time between the start of a server and its kill

func TestKillingTheServerUnderLoadLosesAndDoublesNothing(t *testing.T) { // BY-001 BY-002 BY-005 D-31
	harness.Parallel(t)
	dir := harness.Folder(t)
	harness.PlantFor(t, dir)
	server := harness.Launch(t, dir)
	w := harness.NewSite(server.Base)
	defer w.Client.CloseIdleConnections()
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.CSRFToken("card"); err != nil {
		t.Fatal(err)
	}
	l := &harness.Load{}
	l.Base.Store([]string{server.Base})
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	var running sync.WaitGroup
	sent, failed := make([][]*harness.Command, harness.Clients), make([]error, harness.Clients)
	for i := range harness.Clients {
		running.Go(func() { sent[i], failed[i] = l.Client(ctx, owner, harness.Clients*time.Second/perSecond) })
	}
	var slowest time.Duration
	for range kills(t) {
		l.Works(t, lifeOfOne)
		server.Kill()
		began := time.Now()
		server = harness.Launch(t, dir)
		slowest = max(slowest, time.Since(began))
		l.Base.Store([]string{server.Base})
	}
	l.Ended.Store(true)
	running.Wait()
	server.Kill()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	total := harness.CheckFolder(t, dir, sent)
	harness.Report(
		t,
		"1",
		!t.Failed() && harness.InTime(slowest, time.Second),
		"%d commands, the server killed %d times: 0 lost, 0 doubled, %d of %d requests again; ready again after at most %s (bound 1 s at full count)",
		total,
		kills(t),
		l.Retries.Load(),
		l.Tries.Load(),
		slowest.Round(time.Millisecond),
	)
	if l.Retries.Load() == 0 {
		t.Error("no command was ever interrupted: the test shows nothing")
	}
}
