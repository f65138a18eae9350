package conformance

import (
	"bytes"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

// unrepeatable lists the writes that take no Idempotency-Key, with the reason.
var unrepeatable = map[string]string{
	"signInCustomer":      "the answer is a session, and a repetition begins another one",
	"signInDesk":          "the answer is a session, and a repetition begins another one",
	"knowBrowser":         "the answer is a cookie of the browser, and its link works once",
	"takeSecondFactor":    "the answer is a session, and its token works once",
	"chooseAccount":       "the answer is a session, and its token works once",
	"switchAccount":       "the session that would repeat it has ended",
	"checkLink":           "it changes nothing",
	"guestReviewAuth":     "the answer is a session, and a repetition begins another one",
	"logout":              "the session that would repeat it has ended",
	"priceCart":           "it changes nothing: the cart is the browser's",
	"previewAnnouncement": "it changes nothing",
	"reportError":         "crashes that are alike are counted",
}

// Every write of the contract takes a key by which it can be repeated.
func TestEveryWriteTakesAnIdempotencyKey(t *testing.T) { // D-85
	for _, op := range operationsOf(newChecker(t).contract) {
		takes := op.params.GetByInAndName("header", "Idempotency-Key") != nil
		if exempt := unrepeatable[op.OperationID] != ""; op.method != http.MethodGet && takes == exempt {
			t.Errorf("%s takes a key: %v; it is listed as unrepeatable: %v", op.OperationID, takes, exempt)
		}
	}
}

// repeatable reports whether an operation is a write that takes a key.
func repeatable(op operation) bool {
	return op.method != http.MethodGet && unrepeatable[op.OperationID] == ""
}

// send makes a call. A write is sent five times at once and once more afterwards, all with one key, as a browser
// does whose answers are lost: each gets the same answer (D-85).
func (j journey) send(
	p *harness.Person,
	op operation,
	path string,
	body any,
	options ...harness.Option,
) harness.Answer {
	j.t.Helper()
	if !repeatable(op) {
		return p.Call(j.t, op.method, path, body, options...)
	}
	options = append(slices.Clip(options), harness.Key(uuid.New()))
	send := func() harness.Answer { return p.Call(j.t, op.method, path, body, options...) }
	all := fiveTimes(send)
	j.c.same(j.t, op, p.Firstname, append(all, send()))
	return all[0]
}

// again sends a generated write again that has succeeded, once for each operation.
func (c *checker) again(t *testing.T, who *caller, i input, first harness.Answer) {
	t.Helper()
	if first.Status >= 300 || !repeatable(i.op) || slices.Contains(ends, i.op.OperationID) || c.wasRepeated(i.op) {
		return
	}
	all := fiveTimes(func() harness.Answer {
		a, err := who.sendOnce(i)
		if err != nil {
			t.Error(err)
		}
		return a
	})
	c.same(t, i.op, who.name, append([]harness.Answer{first}, all...))
}

// fiveTimes makes a call five times at once.
func fiveTimes(send func() harness.Answer) []harness.Answer {
	answers := make([]harness.Answer, 5)
	var sent sync.WaitGroup
	for i := range answers {
		sent.Go(func() { answers[i] = send() })
	}
	sent.Wait()
	return answers
}

// same fails unless all answers are the same.
func (c *checker) same(t *testing.T, op operation, who string, all []harness.Answer) {
	t.Helper()
	c.mu.Lock()
	c.repeated[op.OperationID] = true
	c.mu.Unlock()
	first := all[0]
	for _, a := range all[1:] {
		if a.Status != first.Status || !bytes.Equal(a.Body, first.Body) {
			t.Errorf(
				"%s by %s is not answered as the first time:\n%d %.500s\n%d %.500s", op.OperationID, who, first.Status,
				first.Body, a.Status, a.Body,
			)
			return
		}
	}
}

func (c *checker) wasRepeated(op operation) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.repeated[op.OperationID]
}
