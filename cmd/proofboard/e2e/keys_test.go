package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

// said is the first answer to an idempotency key.
type said struct {
	path   string
	body   map[string]any
	method string
	answer string
}

// burst sends one request several times in parallel. It returns the answer if all answers agree.
func (p *person) burst(s said, k uuid.UUID, width int) (answer, error) {
	answers, failed := make([]answer, width), make([]error, width)
	var group sync.WaitGroup
	for i := range width {
		req, err := p.request(s.method, s.path, s.body, key(k))
		if err != nil {
			return answer{}, err
		}
		group.Go(func() { answers[i], failed[i] = p.site.do(p.site.http, req) })
	}
	group.Wait()
	for i, a := range answers {
		switch {
		case failed[i] != nil:
			return answer{}, failed[i]
		case a.status != http.StatusOK:
			return answer{}, fmt.Errorf("%s %s: %d %s", s.method, s.path, a.status, a.body)
		case a.essence() != answers[0].essence():
			return answer{}, fmt.Errorf(
				"%s %s: one is answered %s, another %s", s.method, s.path, answers[0].essence(), a.essence(),
			)
		}
	}
	return answers[0], nil
}

// essence returns the part of an answer that must be equal in repeated answers.
func (a answer) essence() string { return fmt.Sprint(essential(string(a.body)), " at ", a.position()) }

func TestManyKeysHaveOneEffectEachAlsoAfterARestart(t *testing.T) { // BY-005 D-31
	beside(t)
	const width, senders = 10, 8
	keys := times(80, 10_000)
	dir := folder(t)
	plantFor(t, dir)
	server := launch(t, dir)
	w := newSite(server.base)
	t.Cleanup(w.http.CloseIdleConnections)
	owner, err := w.signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	var orders [senders]uuid.UUID // the last order of each sender
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
	first := round(func(i int) error {
		s := said{
			method: http.MethodPut,
			path:   "/order/" + orders[i%senders].String(),
			body:   map[string]any{"orderName": fmt.Sprintf("Name %d", i)},
		}
		if i/senders%10 == 0 {
			s = said{
				method: http.MethodPost,
				path:   "/order",
				body:   map[string]any{"orderName": fmt.Sprintf("Order %d", i)},
			}
		}
		sent[i] = uuid.New()
		a, err := owner.burst(s, sent[i], width)
		if err == nil && s.method == http.MethodPost {
			var made changed
			err = json.Unmarshal(a.body, &made)
			orders[i%senders] = made.Data.OrderID
		}
		s.answer = a.essence()
		all[i] = s
		return err
	})
	server.kill()
	server = launch(t, dir)
	w.base = server.base
	again := round(func(i int) error {
		a, err := owner.burst(all[i], sent[i], 1)
		if got := a.essence(); err == nil && got != all[i].answer {
			err = fmt.Errorf("%s was answered %s, after a restart %s", all[i].path, all[i].answer, got)
		}
		return err
	})
	server.kill()
	effects := effectsOf(t, dir, sent)
	told(
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
	if events != len(keys) {
		t.Errorf("%d events of %d keys", events, len(keys))
	}
	return found
}
