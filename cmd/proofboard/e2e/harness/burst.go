package harness

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/google/uuid"
)

// Said is the first answer to an idempotency key.
type Said struct {
	Path   string
	Body   map[string]any
	Method string
	Answer string
}

// Burst sends one request several times in parallel. It returns the answer if all answers agree.
func (p *Person) Burst(s Said, k uuid.UUID, width int) (Answer, error) {
	answers, failed := make([]Answer, width), make([]error, width)
	var group sync.WaitGroup
	for i := range width {
		req, err := p.Request(s.Method, s.Path, s.Body, Key(k))
		if err != nil {
			return Answer{}, err
		}
		group.Go(func() { answers[i], failed[i] = p.Site.Do(p.Site.Client, req) })
	}
	group.Wait()
	for i, a := range answers {
		switch {
		case failed[i] != nil:
			return Answer{}, failed[i]
		case a.Status != http.StatusOK:
			return Answer{}, fmt.Errorf("%s %s: %d %s", s.Method, s.Path, a.Status, a.Body)
		case a.Essence() != answers[0].Essence():
			return Answer{}, fmt.Errorf(
				"%s %s: one is answered %s, another %s", s.Method, s.Path, answers[0].Essence(), a.Essence(),
			)
		}
	}
	return answers[0], nil
}

// Essence returns the part of an answer that must be equal in repeated answers.
func (a Answer) Essence() string { return fmt.Sprint(essential(string(a.Body)), " at ", a.Position()) }
