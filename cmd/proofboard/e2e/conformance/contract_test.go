package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

var (
	seed   = flag.Int("seed", 39, "seed of the inputs")
	rounds = flag.Int("rounds", 1, "how often each role calls each operation in every way")
)

// TestEveryOperationAnswersAsTheContractSays calls every operation of the contract that the server serves as every
// role, with inputs that are valid, that name objects of others or none, and that violate the contract in one place.
// An answer must fit the contract and never be a failure of the server. An operation must succeed for somebody.
func TestEveryOperationAnswersAsTheContractSays(t *testing.T) { // BY-039 D-85
	c := newChecker(t)
	t.Run("what people do", func(t *testing.T) { journeys(t, c) })
	everyone := c.callers(t)
	ops := operationsOf(c.contract)
	// What ends sessions and memberships comes last.
	ending := func(o operation) bool { return slices.Contains(ends, o.OperationID) }
	first := slices.DeleteFunc(slices.Clone(ops), ending)
	last := slices.DeleteFunc(slices.Clone(ops), func(o operation) bool { return !ending(o) })
	t.Run("what goes on", func(t *testing.T) { c.drive(t, everyone, first) })
	c.insist(t, everyone, first)
	t.Run("what ends", func(t *testing.T) { c.drive(t, everyone, last) })
	c.insist(t, everyone, last)
	c.report(t, ops, len(everyone))
}

// ends lists what ends sessions and memberships, or holds up what others read.
var ends = []string{
	"logout",
	"endSession",
	"endOtherSessions",
	"changePassword",
	"requestDeletion",
	"deleteProfile",
	"changePerson",
	"removePerson",
	"requireSecondFactor",
	"requestRebuild",
	"cancelSubscription",
	"changeEmail",
	"resetPassword",
}

// drive lets all callers call operations at the same time.
func (c *checker) drive(t *testing.T, everyone []*caller, ops []operation) {
	t.Helper()
	for _, who := range everyone {
		t.Run(who.name, func(t *testing.T) {
			t.Parallel()
			for _, op := range ops {
				for round := range *rounds {
					c.try(t, who, op, round)
				}
			}
		})
	}
}

// try calls an operation in every way. What the caller may not call at all is refused before anything else is looked
// at, so fewer inputs are enough.
func (c *checker) try(t *testing.T, who *caller, op operation, round int) {
	t.Helper()
	own := who.own[(*seed+round)%len(who.own)]
	valid := c.draw(who, op, fmt.Sprint("own ", round), func(rt *rapid.T) input { return validInput(rt, op, own) })
	if repeatable(op) {
		valid.headers["Idempotency-Key"] = uuid.NewString()
	}
	a := c.call(t, who, valid, who.expects(op))
	c.again(t, who, valid, a)
	ways, invalid := []string{"foreign", "missing"}, 2
	if slices.Contains([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}, a.Status) {
		ways, invalid = ways[:1], 1
	}
	for _, way := range ways {
		others := ids{}
		if way == "foreign" {
			others = who.foreign
		}
		i := c.draw(who, op, fmt.Sprint(way, round), func(rt *rapid.T) input { return strange(rt, op, own, others) })
		switch {
		case i.fault == "":
		case slices.Contains(ofEverybody, op.OperationID):
			c.call(t, who, i, anything)
		case way == "missing" && slices.Contains(createdByID, op.OperationID):
			c.call(t, who, i, anything)
		default:
			c.call(t, who, i, refusal)
		}
	}
	for n := range invalid {
		possible := false
		i := c.draw(who, op, fmt.Sprint("invalid ", n, round), func(rt *rapid.T) (i input) {
			i, possible = invalidInput(rt, op, own, who.session())
			return i
		})
		if possible {
			c.call(t, who, i, refusal)
		}
	}
}

// draw draws an input that depends on the seed, the caller, the operation and the way in which it is called.
func (c *checker) draw(who *caller, op operation, way string, g func(rt *rapid.T) input) input {
	h := fnv.New64a()
	fmt.Fprint(h, *seed, op.OperationID, who.name, way)
	return rapid.Custom(func(rt *rapid.T) input {
		rapid.Bool().Draw(rt, "something") // rapid takes no generator that draws nothing
		return g(rt)
	}).Example(int(h.Sum64() >> 1))
}

// insist calls operations that have not succeeded yet with more valid inputs, until each succeeds for somebody.
func (c *checker) insist(t *testing.T, everyone []*caller, ops []operation) {
	t.Helper()
	for _, op := range ops {
		for n := 0; n < 60 && unreached[op.OperationID] == "" && !c.succeeded(op); n++ {
			for _, who := range everyone {
				own := who.own[n%len(who.own)]
				valid := func(rt *rapid.T) input { return validInput(rt, op, own) }
				i := c.draw(who, op, fmt.Sprint("again ", n), valid)
				c.call(t, who, i, who.expects(op))
			}
		}
	}
}

func (c *checker) succeeded(op operation) bool {
	got := c.answered[op.OperationID]
	return got[http.StatusOK]+got[http.StatusAccepted] > 0
}

// strange draws a valid request about an object of others, or about none: the last ids of the path, from a place on.
func strange(t *rapid.T, op operation, own, others ids) input {
	i := validInput(t, op, own)
	var named []string
	for part := range strings.SplitSeq(op.path, "/") {
		name := strings.Trim(part, "{}")
		p := op.params.GetByInAndName("path", name)
		if p != nil && (p.Schema.Value.Format == "uuid" || name == "clientId") {
			named = append(named, name)
		}
	}
	if len(named) == 0 {
		return i
	}
	if len(others) > 0 {
		named = slices.DeleteFunc(
			named,
			func(name string) bool { return others[name] == "" || others[name] == own[name] },
		)
		if len(named) == 0 {
			return i
		}
	}
	from := rapid.IntRange(0, len(named)-1).Draw(t, "from")
	for _, name := range named[from:] {
		i.path[name] = others[name]
		if len(others) == 0 {
			i.path[name] = randomID(t)
		}
	}
	i.fault = "an id of others as " + named[from]
	if len(others) == 0 {
		i.fault = "an unknown " + named[from]
	}
	return i
}

// what an input is answered with
const (
	anything = "anything"
	refusal  = "a refusal"
)

// checker compares answers with the contract.
type checker struct {
	contract *openapi3.T
	by       map[string]operation

	mu       sync.Mutex
	calls    int
	answered map[string]map[int]int // answers by operation and status
	repeated map[string]bool        // writes that were sent several times with one key
	faults   map[string]int         // failures that were told
}

func newChecker(t *testing.T) *checker {
	t.Helper()
	res, err := harness.World.Client.Get(harness.World.Base + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	doc, err := openapi3.NewLoader().LoadFromIoReader(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{
		contract: doc,
		by:       map[string]operation{},
		answered: map[string]map[int]int{},
		repeated: map[string]bool{},
		faults:   map[string]int{},
	}
	for _, op := range operationsOf(doc) {
		c.by[op.OperationID] = op
	}
	return c
}

// call sends an input and checks its answer.
func (c *checker) call(t *testing.T, who *caller, i input, want string) harness.Answer {
	t.Helper()
	a, err := who.send(i)
	if err != nil {
		t.Errorf("%s: %s: %v", who.name, i, err)
		return a
	}
	c.check(t, who.name, i, a, want)
	return a
}

func (c *checker) check(t *testing.T, who string, i input, a harness.Answer, want string) {
	t.Helper()
	c.mu.Lock()
	c.calls++
	if c.answered[i.op.OperationID] == nil {
		c.answered[i.op.OperationID] = map[int]int{}
	}
	c.answered[i.op.OperationID][a.Status]++
	c.mu.Unlock()
	wrong := c.compare(i.op, a)
	if wrong == "" && want == refusal && a.Status < 300 {
		wrong = "accepted " + i.fault
	}
	if wrong == "" {
		return
	}
	c.mu.Lock()
	key := i.op.OperationID + " " + strings.SplitN(wrong, "\n", 2)[0]
	c.faults[key]++
	told := c.faults[key]
	c.mu.Unlock()
	if told <= 1 {
		t.Errorf(
			"%s by %s with the seed %d: %s\n%s\n%d %.500s",
			i.op.OperationID,
			who,
			*seed,
			wrong,
			i,
			a.Status,
			a.Body,
		)
	} else {
		t.Fail()
	}
}

// formats check texts for which the contract has a format.
var formats = map[string]openapi3.StringFormatValidator{
	"uuid": openapi3.NewCallbackValidator(func(text string) error {
		_, err := uuid.Parse(text)
		return err
	}),
	"date-time": openapi3.NewCallbackValidator(func(text string) error {
		_, err := time.Parse(time.RFC3339, text)
		return err
	}),
	"date": openapi3.NewCallbackValidator(func(text string) error {
		_, err := time.Parse(time.DateOnly, text)
		return err
	}),
}

// compare says what of an answer is not as the contract describes it, or nothing.
func (c *checker) compare(op operation, a harness.Answer) string {
	response := op.Responses.Status(a.Status)
	if response == nil { // every refusal is declared, not only by the default response
		return fmt.Sprintf("the status is %d", a.Status)
	}
	if response.Value.Headers["X-Position"] != nil && a.Position() == 0 {
		return fmt.Sprintf("%d without the X-Position that is promised", a.Status)
	}
	kind, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	if err != nil || response.Value.Content[kind] == nil {
		return fmt.Sprintf("%d comes as %q", a.Status, a.Header.Get("Content-Type"))
	}
	s := response.Value.Content[kind].Schema.Value
	if kind != asJSON {
		if len(a.Body) == 0 {
			return "the file is empty"
		}
		return ""
	}
	var v any
	if err := json.NewDecoder(bytes.NewReader(a.Body)).Decode(&v); err != nil {
		return fmt.Sprintf("%d is no JSON: %v", a.Status, err)
	}
	if err := s.VisitJSON(v, openapi3.VisitAsResponse(), openapi3.WithStringFormatValidators(formats)); err != nil {
		if fault, known := errors.AsType[*openapi3.SchemaError](err); known {
			return fmt.Sprintf("%d does not fit the schema at %v: %s", a.Status, fault.JSONPointer(), fault.Reason)
		}
		return fmt.Sprintf("%d does not fit the schema: %v", a.Status, err)
	}
	if a.Status >= 400 && (a.Reason() == "" || a.Status == 401 && !bytes.Contains(a.Body, []byte(`"reauth":true`))) {
		return fmt.Sprintf("%d without a reason, or without the flag to sign in again", a.Status)
	}
	return ""
}

// report fails for operations that never succeeded.
func (c *checker) report(t *testing.T, ops []operation, roles int) {
	t.Helper()
	var never []string
	for _, op := range ops {
		if unreached[op.OperationID] == "" && !c.succeeded(op) {
			never = append(never, fmt.Sprint(op.OperationID, c.answered[op.OperationID]))
		}
	}
	if len(never) > 0 {
		t.Errorf("%d operations never succeeded: %s", len(never), strings.Join(never, " "))
	}
	var once []string
	for _, op := range ops {
		if repeatable(op) && unreached[op.OperationID] == "" && !c.repeated[op.OperationID] {
			once = append(once, op.OperationID)
		}
	}
	if len(once) > 0 {
		t.Errorf("%d writes were not sent twice: %s", len(once), strings.Join(once, " ")) // D-85
	}
	for _, key := range slices.Sorted(maps.Keys(c.faults)) {
		t.Logf("%d times: %.200s", c.faults[key], key)
	}
	t.Logf("%d operations, %d roles, %d calls", len(ops), roles, c.calls)
}
