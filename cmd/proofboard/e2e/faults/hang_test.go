package faults

import (
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestADatabaseThatHangsIsToldWithinThreeSecondsAndNothingIsDecidedTwice(t *testing.T) { // BY-009, D-31
	const within = 3 * time.Second
	dir := harness.Folder(t)
	own, err := harness.Open(dir, harness.Seed())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := own.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			text, err := os.ReadFile(filepath.Join(dir, "test.log"))
			t.Logf("%s %v", text[max(0, len(text)-8000):], err)
		}
	})
	owner := own.SignedIn(t, "owner")
	name := func(n int) map[string]any { return map[string]any{"orderName": "Label " + string(rune('a'+n))} }
	ask := func(method, path string, body any, k uuid.UUID) harness.Answer {
		return owner.Call(t, method, path, body, harness.Key(k))
	}
	if a := ask(http.MethodPost, "/order", name(0), uuid.New()); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	const writers, readers = 8, 8
	keys := make([]uuid.UUID, 3*writers)
	for i := range keys {
		keys[i] = uuid.New()
	}
	refused := func(what string, started time.Time, a harness.Answer) {
		t.Helper()
		if took := time.Since(started); a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") ==
			"" ||
			took > within {
			t.Errorf("%s: %d after %v, Retry-After %q: %s", what, a.Status, took, a.Header.Get("Retry-After"), a.Body)
		}
	}

	thaw, err := embeddedtest.FreezePostgres(filepath.Join(dir, "postgres", "data"))
	if err != nil {
		t.Fatal(err)
	}
	frozen := true
	defer func() {
		if frozen {
			_ = thaw()
		}
	}()
	for round := range 3 { // requests in progress, before the hang is detected, and after
		var all sync.WaitGroup
		for i := range writers {
			all.Go(func() {
				start := time.Now()
				refused("a command", start, ask(http.MethodPost, "/order", name(1+i), keys[round*writers+i]))
			})
		}
		for range readers {
			all.Go(func() {
				start := time.Now()
				refused("the board", start, owner.Call(t, http.MethodGet, "/order?view=board", nil))
			})
		}
		all.Wait()
	}
	if a, err := own.Client.Get(own.Base + "/healthz"); err != nil || a.StatusCode != http.StatusOK {
		t.Errorf("/healthz: %v", err)
	} else {
		_ = a.Body.Close()
	}
	frozen = false
	if err := thaw(); err != nil {
		t.Fatal(err)
	}
	thawed := time.Now()
	harness.Eventually(t, "reads and commands go on", func() bool {
		a := ask(http.MethodPost, "/order", name(1), keys[0])
		if a.Status != http.StatusOK {
			t.Logf("%v after the hang: %d %s", time.Since(thawed), a.Status, a.Body)
		}
		return a.Status == http.StatusOK &&
			owner.Call(t, http.MethodGet, "/order?view=board", nil).Status == http.StatusOK
	})
	t.Logf("commands go on %v after the hang", time.Since(thawed))

	first := map[uuid.UUID]uuid.UUID{}
	for range 2 {
		for i, k := range keys {
			a := ask(http.MethodPost, "/order", name(1+i%writers), k)
			if a.Status != http.StatusOK {
				t.Fatalf("repeated after the hang: %d %s", a.Status, a.Body)
			}
			id := harness.MustWrite(t, owner, http.MethodPost, "/order", name(1+i%writers), harness.Key(k)).Data.OrderID
			if was, known := first[k]; known && was != id {
				t.Errorf("the command %s made %s and %s", k, was, id)
			}
			first[k] = id
		}
	}
	events, err := own.Store.Read(t.Context(), 0, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	drafted := 0
	for _, e := range events {
		if e.Type == order.DraftedType {
			drafted++
		}
	}
	if drafted != 1+len(keys) {
		t.Errorf("%d orders were drafted by %d commands", drafted, 1+len(keys))
	}
}
