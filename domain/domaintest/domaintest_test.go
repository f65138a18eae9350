package domaintest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// counter is an aggregate that counts to two.
type counter struct {
	domain.Base
	N      int
	hidden int // lost by a snapshot
}

type counted struct{ By int }

var errFull = &domain.Error{Code: domain.Conflict, Reason: "counter.full", Message: "Two is enough."}

func (c *counter) Count() error {
	if c.N >= 2 {
		return errFull
	}
	c.Record("test.counted", &counted{1}, Now)
	return nil
}

func (c *counter) Apply(e domain.Event) error {
	if err := c.Advance(e); err != nil {
		return err
	}
	c.N += e.Data.(*counted).By
	c.hidden = c.N
	return nil
}

var counters = Of(&domain.Streams[*counter]{
	Type: "counter", Events: []domain.EventType{domain.Type[counted]("test.counted", "It was counted.")},
	New: func(id uuid.UUID) *counter { return &counter{Base: domain.Base{ID: id}} },
})

// spy notes failures instead of failing.
type spy struct{ said []string }

func (s *spy) Helper()                   {}
func (s *spy) Errorf(f string, a ...any) { s.said = append(s.said, fmt.Sprintf(f, a...)) }
func (s *spy) Fatalf(f string, a ...any) { s.Errorf(f, a...); panic(s) }

func said(scenario func(*spy)) string {
	s := &spy{}
	func() {
		defer func() {
			if r := recover(); r != nil && r != any(s) {
				panic(r)
			}
		}()
		scenario(s)
	}()
	return strings.Join(s.said, "\n")
}

func TestScenariosThatHold(t *testing.T) {
	counters.Given(t).When((*counter).Count).Then(&counted{1})
	counters.Given(t, &counted{2}).When((*counter).Count).ThenRefused(errFull)
	counters.Given(t, &counted{2}).When(func(*counter) error { return nil }).ThenNothing()
	if c := counters.Given(t, &counted{1}).When((*counter).Count).State(); c.N != 2 || c.Version != 2 {
		t.Errorf("state after the decision: %+v", c)
	}
}

func TestScenariosThatDoNotHoldFail(t *testing.T) {
	for want, scenario := range map[string]func(*spy){
		"-want +got":                 func(s *spy) { counters.Given(s).When((*counter).Count).Then(&counted{7}) },
		"events (-want":              func(s *spy) { counters.Given(s).When((*counter).Count).ThenNothing() },
		"refused: counter.full":      func(s *spy) { counters.Given(s, &counted{2}).When((*counter).Count).Then(&counted{1}) },
		"want a refusal":             func(s *spy) { counters.Given(s).When((*counter).Count).ThenRefused(errFull) },
		"is no event":                func(s *spy) { counters.Given(s, "nonsense").When((*counter).Count) },
		"a snapshot decides":         func(s *spy) { counters.Given(s, &counted{1}).When(lossy).ThenNothing() },
		"a snapshot records":         func(s *spy) { counters.Given(s, &counted{1}).When(lossyRecord).ThenNothing() },
		"and yet recorded":           func(s *spy) { counters.Given(s).When(recordsAndRefuses).ThenRefused(errFull) },
		"recorded as test.mistaken,": func(s *spy) { counters.Given(s).When(mistaken).Then(&counted{1}) },
	} {
		if got := said(scenario); !strings.Contains(got, want) {
			t.Errorf("got %q, want it to say %q", got, want)
		}
	}
}

func lossy(c *counter) error {
	if c.hidden != c.N {
		return errors.New("something is hidden")
	}
	return nil
}

func lossyRecord(c *counter) error {
	c.Record("test.counted", &counted{c.hidden}, Now)
	return nil
}

func recordsAndRefuses(c *counter) error {
	c.Record("test.counted", &counted{1}, Now)
	return errFull
}

func mistaken(c *counter) error {
	c.Record("test.mistaken", &counted{1}, Now)
	return nil
}
