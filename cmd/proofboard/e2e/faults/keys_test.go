package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func TestManyKeysHaveOneEffectEachAlsoAfterARestart(t *testing.T) { // BY-005 D-31
	harness.Parallel(t)
	const width, senders = 10, 8
	keys := harness.Repeats(80, 10_000)
	dir := harness.Folder(t)
	harness.PlantFor(t, dir)
	server := harness.Launch(t, dir)
	w := harness.NewSite(server.Base)
	t.Cleanup(w.Client.CloseIdleConnections)
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	var orders [senders]uuid.UUID // the last order of each sender
	all, sent := make([]harness.Said, keys), make([]uuid.UUID, keys)
	round := func(each func(i int) error) time.Duration {
		began := time.Now()
		var group sync.WaitGroup
		for s := range senders {
			group.Go(func() {
				for i := s; i < keys && !t.Failed(); i += senders {
					if err := each(i); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		return time.Since(began)
	}
	first := round(func(i int) error {
		s := harness.Said{
			Method: http.MethodPut,
			Path:   "/order/" + orders[i%senders].String(),
			Body:   map[string]any{"orderName": fmt.Sprintf("Name %d", i)},
		}
		if i/senders%10 == 0 {
			s = harness.Said{
				Method: http.MethodPost,
				Path:   "/order",
				Body:   map[string]any{"orderName": fmt.Sprintf("Order %d", i)},
			}
		}
		sent[i] = uuid.New()
		a, err := owner.Burst(s, sent[i], width)
		if err == nil && s.Method == http.MethodPost {
			var made harness.Changed
			err = json.Unmarshal(a.Body, &made)
			orders[i%senders] = made.Data.OrderID
		}
		s.Answer = a.Essence()
		all[i] = s
		return err
	})
	server.Kill()
	server = harness.Launch(t, dir)
	w.Base = server.Base
	again := round(func(i int) error {
		a, err := owner.Burst(all[i], sent[i], 1)
		if got := a.Essence(); err == nil && got != all[i].Answer {
			err = fmt.Errorf("%s was answered %s, after a restart %s", all[i].Path, all[i].Answer, got)
		}
		return err
	})
	server.Kill()
	effects := effectsOf(t, dir, sent)
	harness.Report(
		t,
		"7",
		!t.Failed() && effects == keys,
		"%d keys sent %d times at once (in %s) and once more after a restart (in %s): %d effects, every repetition answered as the first",
		keys,
		width,
		first.Round(time.Millisecond),
		again.Round(time.Millisecond),
		effects,
	)
}

// effectsOf counts the idempotency keys in the log of a data folder. It fails if the log contains
// one of them twice.
func effectsOf(t *testing.T, dir string, keys []uuid.UUID) int {
	t.Helper()
	nobody := harness.Seed()
	nobody.Users = nil
	w, err := harness.Open(dir, nobody)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	times := map[uuid.UUID]int{}
	events := 0
	for last := int64(0); ; {
		page, err := w.Store.Read(t.Context(), last, 5000)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			last = e.Position
			if e.Meta.Actor == harness.Cast["owner"].ID && harness.ByPeople(e) {
				events++
				times[e.CommandID]++
			}
		}
	}
	found := 0
	for _, k := range keys {
		if times[k] == 1 {
			found++
		}
	}
	if events != len(keys) {
		t.Errorf("%d events of %d keys", events, len(keys))
	}
	return found
}
