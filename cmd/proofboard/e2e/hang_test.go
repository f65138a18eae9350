package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestADatabaseThatHangsIsToldWithinThreeSecondsAndNothingIsDecidedTwice(t *testing.T) { // BY-009, D-31
	const within = 3 * time.Second
	dir := folder(t)
	own, err := open(dir, seed())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := own.close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			text, err := os.ReadFile(filepath.Join(dir, "test.log"))
			t.Logf("%s %v", text[max(0, len(text)-8000):], err)
		}
	})
	owner := own.as(t, "owner")
	name := func(n int) map[string]any { return map[string]any{"orderName": "Label " + string(rune('a'+n))} }
	ask := func(method, path string, body any, k uuid.UUID) answer {
		return owner.call(t, method, path, body, key(k))
	}
	if a := ask(http.MethodPost, "/order", name(0), uuid.New()); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	const writers, readers = 8, 8
	keys := make([]uuid.UUID, 3*writers)
	for i := range keys {
		keys[i] = uuid.New()
	}
	refused := func(what string, started time.Time, a answer) {
		t.Helper()
		if took := time.Since(started); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") ==
			"" ||
			took > within {
			t.Errorf("%s: %d after %v, Retry-After %q: %s", what, a.status, took, a.header.Get("Retry-After"), a.body)
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
				refused("the board", start, owner.call(t, http.MethodGet, "/order?view=board", nil))
			})
		}
		all.Wait()
	}
	if a, err := own.http.Get(own.base + "/healthz"); err != nil || a.StatusCode != http.StatusOK {
		t.Errorf("/healthz: %v", err)
	} else {
		_ = a.Body.Close()
	}
	frozen = false
	if err := thaw(); err != nil {
		t.Fatal(err)
	}
	thawed := time.Now()
	eventually(t, "reads and commands go on", func() bool {
		a := ask(http.MethodPost, "/order", name(1), keys[0])
		if a.status != http.StatusOK {
			t.Logf("%v after the hang: %d %s", time.Since(thawed), a.status, a.body)
		}
		return a.status == http.StatusOK &&
			owner.call(t, http.MethodGet, "/order?view=board", nil).status == http.StatusOK
	})
	t.Logf("commands go on %v after the hang", time.Since(thawed))

	first := map[uuid.UUID]uuid.UUID{}
	for range 2 {
		for i, k := range keys {
			a := ask(http.MethodPost, "/order", name(1+i%writers), k)
			if a.status != http.StatusOK {
				t.Fatalf("repeated after the hang: %d %s", a.status, a.body)
			}
			id := write(t, owner, http.MethodPost, "/order", name(1+i%writers), key(k)).Data.OrderID
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
