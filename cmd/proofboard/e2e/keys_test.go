package e2e

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

// said is what was answered to a key the first time.
type said struct {
	path   string
	body   map[string]any
	method string
	answer string
}

// burst sends one request so many times at once and gives back the answer, if they all agree.
func (p *person) burst(s said, k uuid.UUID, width int) (string, error) {
	answers, failed := make([]answer, width), make([]error, width)
	var group sync.WaitGroup
	for i := range width {
		req, err := p.request(s.method, s.path, s.body, key(k))
		if err != nil {
			return "", err
		}
		group.Go(func() { answers[i], failed[i] = p.site.do(p.site.http, req) })
	}
	group.Wait()
	first := ""
	for i, a := range answers {
		if failed[i] != nil {
			return "", failed[i]
		}
		if a.status != http.StatusOK {
			return "", fmt.Errorf("%s %s: %d %s", s.method, s.path, a.status, a.body)
		}
		said := fmt.Sprint(essential(string(a.body)), " at ", a.position())
		if first == "" {
			first = said
		}
		if said != first {
			return "", fmt.Errorf("%s %s: one is answered %s, another %s", s.method, s.path, first, said)
		}
	}
	return first, nil
}

func TestManyKeysHaveOneEffectEachAlsoAfterARestart(t *testing.T) { // BY-005 D-31
	const width, senders = 10, 8
	keys := times(200, 10_000)
	dir := folder(t)
	plantFor(t, dir)
	server := launch(t, dir)
	w := newSite(server.base)
	t.Cleanup(w.http.CloseIdleConnections)
	owner, err := w.signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	orders := [senders]uuid.UUID{}
	for i := range orders {
		orders[i] = write(t, owner, http.MethodPost, "/order", map[string]any{"orderName": fmt.Sprintf("Of %d", i)}).Data.OrderID
	}
	all, sent := make([]said, keys), make([]uuid.UUID, keys)
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
	first := round(func(i int) (err error) {
		s := said{method: http.MethodPut, path: "/order/" + orders[i%senders].String(), body: map[string]any{"orderName": fmt.Sprintf("Name %d", i)}}
		if i%10 == 0 {
			s = said{method: http.MethodPost, path: "/order", body: map[string]any{"orderName": fmt.Sprintf("Order %d", i)}}
		}
		sent[i] = uuid.New()
		s.answer, err = owner.burst(s, sent[i], width)
		all[i] = s
		return err
	})
	server.kill()
	server = launch(t, dir)
	w.base = server.base
	again := round(func(i int) error {
		got, err := owner.burst(all[i], sent[i], 1)
		if err == nil && got != all[i].answer {
			err = fmt.Errorf("%s was answered %s, after a restart %s", all[i].path, all[i].answer, got)
		}
		return err
	})
	server.kill()
	effects := effectsOf(t, dir, sent)
	told(t, "7", !t.Failed() && effects == keys, "%d keys sent %d times at once (in %s) and once more after a restart (in %s): %d effects, every repetition answered as the first",
		keys, width, first.Round(time.Millisecond), again.Round(time.Millisecond), effects)
}

// effectsOf counts the keys that stand in the log of a data folder, and fails where one stands there twice.
func effectsOf(t *testing.T, dir string, keys []uuid.UUID) int {
	t.Helper()
	nobody := seed()
	nobody.Users = nil
	w, err := open(dir, nobody)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.close(); err != nil {
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
			if e.Meta.Actor == cast["owner"].ID {
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
	if made := 8; events != len(keys)+made {
		t.Errorf("%d events of %d keys and %d orders before", events, len(keys), made)
	}
	return found
}
