package commands_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
)

func keyed(key uuid.UUID, by domain.Actor) commands.Request {
	return commands.Request{Actor: by, ID: key}
}

func TestARepeatedKeyAnswersTheFirstResultAndAppendsNothing(t *testing.T) { // BY-005, D-31
	w := newWorld(t)
	o, key := w.in(order.Queue, "label"), id("key")
	first, err := w.with(moving(o, order.ReadyToGo, order.Board), keyed(key, owner))
	if err != nil || first.Repeated || first.Order.Status != order.ReadyToGo {
		t.Fatalf("first: %+v, %v", first, err)
	}
	// The order changes after the first command.
	w.must(moving(o, order.InProgress, order.StatusControl), manager)
	appends := w.appends
	for range 3 {
		again, err := w.with(moving(o, order.ReadyToGo, order.Board), keyed(key, owner))
		if err != nil || !again.Repeated || again.Position != first.Position || again.Version != first.Version ||
			again.Stream != o ||
			again.Order.Status != order.ReadyToGo {
			t.Errorf("again: %+v, %v", again, err)
		}
	}
	if w.appends != appends || w.order(o).Status != order.InProgress {
		t.Errorf("a repeat changed something: %s", w.order(o).Status)
	}
}

func TestAKeyUsedForSomethingElseIsRefused(t *testing.T) { // D-31
	w := newWorld(t)
	o, other := w.in(order.Queue, "label"), w.in(order.Queue, "other")
	// The first key appended an event, the second changed nothing, the third was refused.
	event, nothing, refusal := id("event"), id("nothing"), id("refusal")
	if _, err := w.with(moving(o, order.ReadyToGo, order.Board), keyed(event, owner)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.with(moving(o, order.ReadyToGo, order.Board), keyed(nothing, owner)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.with(moving(o, order.Approved, order.Board), keyed(refusal, owner)); !errors.Is(err,
		order.ErrMoveNotAllowed) {
		t.Fatal(err)
	}
	appends := w.appends
	for _, key := range []uuid.UUID{event, nothing, refusal} {
		for name, try := range map[string]func() (commands.Result, error){
			"another target": func() (commands.Result, error) { return w.with(moving(o, order.Queue, order.Board), keyed(key, owner)) },
			"another order": func() (commands.Result, error) {
				return w.with(moving(other, order.ReadyToGo, order.Board), keyed(key, owner))
			},
			"another command": func() (commands.Result, error) {
				return w.with(&commands.ActOnOrder{Order: o, Action: order.Cancel}, keyed(key, owner))
			},
			"another person": func() (commands.Result, error) {
				return w.with(moving(o, order.ReadyToGo, order.Board), keyed(key, staff))
			},
		} {
			if _, err := try(); !errors.Is(err, domain.ErrKeyReused) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if w.appends != appends {
		t.Error("a reused key appended")
	}
}

func TestRefusalsAndNoOpsRepeatToo(t *testing.T) { // BY-005, D-31
	w := newWorld(t)
	o, key, calm := w.in(order.Queue, "label"), id("key"), id("calm")
	for try := range 3 {
		_, err := w.with(moving(o, order.Approved, order.Board), keyed(key, owner))
		var e *domain.Error
		if !errors.As(err, &e) || !errors.Is(err, order.ErrMoveNotAllowed) || e.Refusal == nil ||
			e.Refusal.From != "queue" {
			t.Fatalf("try %d: %v", try, err)
		}
		done, err := w.with(moving(o, order.Queue, order.Board), keyed(calm, owner))
		if err != nil || done.Repeated != (try > 0) || done.Order.Status != order.Queue || done.Version != 2 {
			t.Fatalf("try %d: %+v, %v", try, done, err)
		}
		// Later changes must not alter either answer.
		w.must(moving(o, order.ReadyToGo, order.Board), owner)
		w.must(moving(o, order.Queue, order.Board), owner)
	}
	if n := len(w.refusals()); n != 1 {
		t.Errorf("one refused command is kept %d times", n)
	}
}

// Ten concurrent requests with the same key append one event and return the same result.
func TestOneKeySentTenTimesInParallelHasOneEffect(t *testing.T) { // BY-005
	w := newWorld(t)
	o := w.in(order.Queue, "label")
	for round := range 50 {
		to := []order.Status{order.ReadyToGo, order.Queue}[round%2]
		key, before := id(fmt.Sprint("key", round)), w.order(o).Version
		answers := make(chan commands.Result, 10)
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				d, err := w.with(moving(o, to, order.Board), keyed(key, owner))
				if err != nil {
					t.Error(err)
				}
				answers <- d
			})
		}
		all.Wait()
		close(answers)
		for d := range answers {
			if d.Version != before+1 || d.Order == nil || d.Order.Status != to {
				t.Fatalf("round %d: answers %+v, want version %d", round, d, before+1)
			}
		}
		if got := w.order(o).Version; got != before+1 {
			t.Fatalf("round %d: %d events", round, got-before)
		}
	}
}

func TestRefusedCommandsAreKeptWithWhoWhatAndWhichRule(t *testing.T) { // BY-025
	w := newWorld(t)
	o := w.in(order.InReview, "label")
	events := len(w.events(o))
	if _, err := w.with(
		moving(o, order.Approved, order.StatusControl),
		commands.Request{Actor: operator, Via: "status", Request: "r-1"},
	); err == nil {
		t.Fatal("an operator approved")
	}
	kept := w.refusals()
	if len(kept) != 1 {
		t.Fatalf("%d refusals are kept", len(kept))
	}
	k := kept[0]
	if k.Meta.Actor != operator.ID || k.Meta.Role != domain.Operator || k.Meta.Command != "MoveOrder" ||
		k.Meta.Request != "r-1" ||
		k.Stream != o ||
		k.At.IsZero() {
		t.Errorf("kept %+v", k)
	}
	if k.Error.Refusal == nil || k.Error.Refusal.Rule != "status" || k.Error.Refusal.From != "in-review" ||
		k.Error.Refusal.To != "approved" {
		t.Errorf("the rule: %+v", k.Error.Refusal)
	}
	if len(w.events(o)) != events {
		t.Error("a refusal is in the log of events")
	}
	w.refused(domain.ErrForbidden, &commands.DraftOrder{Order: id("x"), Customer: acme, Details: named("x")}, operator)
	w.refused(
		order.ErrNameInvalid,
		&commands.DraftOrder{Order: id("x"), Details: named("")},
		owner,
	) // invalid input is not stored as a refusal
	if n := len(w.refusals()); n != 2 {
		t.Errorf("%d refusals are kept, want 2", n)
	}
}

func TestTheLoserOfARaceIsDecidedAnew(t *testing.T) { // BY-006, D-32
	t.Run("and accepted if it still may", func(t *testing.T) {
		w := newWorld(t)
		o := w.in(order.InProgress, "label")
		w.race = func() {
			w.elsewhere(o, order.AggregateType, order.AssignedType, &order.Assigned{Operator: operator.ID})
		}
		d, err := w.do(moving(o, order.InReview, order.StatusControl), manager)
		if err != nil || d.Order.Status != order.InReview || d.Order.Operator != operator.ID {
			t.Errorf("%+v, %v", d.Order, err)
		}
	})
	t.Run("and refused if it may not any more", func(t *testing.T) {
		w := newWorld(t)
		o := w.in(order.InProgress, "label")
		w.race = func() {
			w.elsewhere(
				o, order.AggregateType, order.CancelledType,
				&order.Cancelled{Change: order.Change{From: order.InProgress, To: order.CancelledOff}},
			)
		}
		e := w.conflicted(order.ErrMoveNotAllowed, moving(o, order.InReview, order.StatusControl), manager)
		if e.Why == nil || e.Why.From != "cancelled" {
			t.Errorf("refused by stale state: %+v", e)
		}
	})
	t.Run("and busy after six tries", func(t *testing.T) {
		w := newWorld(t)
		o, n := w.in(order.InProgress, "label"), 0
		var again func()
		again = func() {
			n++
			w.elsewhere(o, order.AggregateType, order.RepositionedType, &order.Repositioned{Rank: fmt.Sprint("A", n)})
			w.mu.Lock()
			w.race = again
			w.mu.Unlock()
		}
		w.race = again
		if _, err := w.do(moving(o, order.InReview, order.StatusControl), manager); !errors.Is(err, domain.ErrBusy) ||
			n != 6 {
			t.Errorf("%v after %d tries", err, n)
		}
	})
}

// conflicted sends a command and checks that it fails with this error. Unlike refused, it allows
// appends by others during the command.
func (w *world) conflicted(want error, c commands.Command, by domain.Actor) domaintest.Refused {
	w.t.Helper()
	_, err := w.do(c, by)
	if !errors.Is(err, want) {
		w.t.Errorf("%v, want %v", err, want)
	}
	return explained(err)
}

func TestARefusalIsNeverDecidedOnWhatThisProcessHappensToRemember(t *testing.T) { // BY-006
	w := newWorld(t)
	o := w.in(order.InProgress, "label")
	w.must(&commands.ActOnOrder{Order: o, Action: order.Hold, Reason: "wait"}, owner) // the cached order is on hold
	w.elsewhere(
		o, order.AggregateType, order.ResumedType,
		&order.Resumed{Change: order.Change{From: order.OnHold, To: order.InProgress, Rank: "A1"}},
	)
	if d, err := w.do(moving(o, order.InReview, order.StatusControl), manager); err != nil ||
		d.Order.Status != order.InReview {
		t.Errorf("%+v, %v", d, err)
	}
	w.elsewhere(o, order.AggregateType, order.FrozenType, &order.Frozen{})
	w.refused(order.ErrFrozen, moving(o, order.Approved, order.Board), owner)
	w.elsewhere(o, order.AggregateType, order.UnfrozenType, &order.Unfrozen{})
	// This has nothing to change. That, too, must be decided on the newest state.
	w.must(moving(o, order.InReview, order.Board), owner)
}

func TestAnExpectedVersionMakesAWriteConditional(t *testing.T) { // D-32
	w := newWorld(t)
	o := w.in(order.Queue, "label")
	expecting := func(n int, c commands.Command) (commands.Result, error) {
		return w.with(c, commands.Request{Actor: owner, Expected: &n})
	}
	if _, err := expecting(1, moving(o, order.ReadyToGo, order.Board)); !errors.Is(err, domain.ErrStaleVersion) {
		t.Errorf("an old version: %v", err)
	}
	if _, err := expecting(7, moving(o, order.ReadyToGo, order.Board)); !errors.Is(err, domain.ErrStaleVersion) {
		t.Errorf("a version of the future: %v", err)
	}
	if d, err := expecting(2, moving(o, order.ReadyToGo, order.Board)); err != nil || d.Version != 3 {
		t.Errorf("the version: %+v, %v", d, err)
	}
	if _, err := expecting(2, moving(o, order.ReadyToGo, order.Board)); !errors.Is(err, domain.ErrStaleVersion) {
		t.Errorf("nothing to do on an old version: %v", err)
	}
	w.race = func() { w.elsewhere(o, order.AggregateType, order.FrozenType, &order.Frozen{}) }
	if _, err := expecting(3, moving(o, order.Queue, order.Board)); !errors.Is(err, domain.ErrStaleVersion) &&
		!errors.Is(err, order.ErrFrozen) {
		t.Errorf("somebody was faster: %v", err)
	}
	if got := w.order(o); got.Status != order.ReadyToGo {
		t.Errorf("a stale write went through: %s", got.Status)
	}
}

// If the sender's expected version matches the log, and only the cache of this process is older,
// there is no conflict.
func TestAnExpectedVersionMeansTheLogsAndNotThisProcesses(t *testing.T) { // D-32
	w := newWorld(t)
	o := w.in(order.Queue, "label")
	w.elsewhere(o, order.AggregateType, order.RepositionedType, &order.Repositioned{Rank: "A1"})
	version := 3
	if d, err := w.with(
		moving(o, order.ReadyToGo, order.Board), commands.Request{Actor: owner, Expected: &version},
	); err != nil ||
		d.Version != 4 {
		t.Errorf("%+v, %v", d, err)
	}
	p := w.in(order.InProgress, "proofed")
	a, v := w.attach(p, "a", proof.CustomerReview, operator)
	w.race = func() { w.elsewhere(p, order.AggregateType, order.RepositionedType, &order.Repositioned{Rank: "A2"}) }
	version = 2
	if d, err := w.with(
		&commands.DecideVersion{
			Order:      p,
			Attachment: a,
			Version:    v,
			Approve:    true,
		},
		commands.Request{Actor: creative, Expected: &version},
	); err != nil ||
		d.Version != 3 {
		t.Errorf("only the guarding order had changed: %+v, %v", d, err)
	}
}

// An order pins the workflow that its account has chosen when the order is published, even if the account
// chooses at the same moment in another process.
func TestTheWorkflowsGuardThePublication(t *testing.T) { // BY-006
	w := newWorld(t)
	first, second := w.draft("first"), w.draft("second")
	pins := func(o uuid.UUID) (r *route.Route) { return w.order(o).Reviewed.Route }
	choose := func(name string) {
		chosen := id(name)
		drawn := workflow.Draft{
			Name: name, Steps: []route.Step{{Name: "Brand", Approvers: []uuid.UUID{owner.ID}, Rule: route.Any}},
		}
		add := func(t eh.EventType, data any) { w.elsewhere(workflow.StreamOf(acme), workflow.AggregateType, t, data) }
		add(workflow.DraftSavedType, &workflow.DraftSaved{Customer: acme, Workflow: chosen, Draft: drawn})
		add(workflow.PublishedType, &workflow.Published{Workflow: chosen, Edition: 1, Draft: drawn})
		add(workflow.ChosenType, &workflow.Chosen{Workflow: chosen})
	}
	w.must(
		&commands.ActOnOrder{Order: w.draft("before"), Action: order.Publish},
		staff,
	) // it has read that there is none
	w.race = func() { choose("print") }
	w.must(&commands.ActOnOrder{Order: first, Action: order.Publish}, staff)
	if r := pins(first); r == nil || r.Workflow != id("print") {
		t.Errorf("chosen while the first order was published: %+v", r)
	}
	choose("web") // this process has not read it
	w.must(&commands.ActOnOrder{Order: second, Action: order.Publish}, staff)
	if r := pins(second); r == nil || r.Workflow != id("web") {
		t.Errorf("chosen by another process: %+v", r)
	}
}

// A version can be approved and revised only while the order is in progress, even if another
// process moves the order at the same time.
func TestTheOrderGuardsItsProofs(t *testing.T) { // BD-165, BY-006, BD-025
	w := newWorld(t)
	o := w.in(order.InProgress, "label")
	a, v := w.attach(o, "a", proof.CustomerReview, operator)
	w.race = func() {
		w.elsewhere(
			o, order.AggregateType, order.MovedType,
			&order.Moved{Change: order.Change{From: order.InProgress, To: order.InReview, Rank: "A1"}},
		)
	}
	w.conflicted(
		commands.ErrNotInProgress,
		&commands.DecideVersion{Order: o, Attachment: a, Version: v, Approve: true},
		creative,
	)
	if w.last(a) != string(proof.VersionAddedType) {
		t.Errorf("the version was approved: %s", w.last(a))
	}
	for _, s := range order.Statuses {
		other := w.in(s, "in "+string(s))
		attachment, version := id("at "+string(s)), id("at "+string(s)+" v1")
		w.elsewhere(
			attachment, proof.AggregateType, proof.AttachmentAddedType,
			&proof.AttachmentAdded{Order: other, Kind: proof.CustomerReview},
		)
		w.elsewhere(
			attachment, proof.AggregateType, proof.VersionAddedType,
			&proof.VersionAdded{Version: version, Number: 1, File: file("a")},
		)
		for _, approve := range []bool{true, false} {
			c := &commands.DecideVersion{Order: other, Attachment: attachment, Version: version, Approve: approve}
			if s == order.InProgress {
				w.must(c, creative)
				// Deciding on a version must not move the order.
				if got := w.order(other).Status; got != order.InProgress {
					t.Errorf("deciding on a version moved the order to %s", got)
				}
			} else {
				w.refused(commands.ErrNotInProgress, c, creative)
			}
		}
	}
}

func TestTheMetaOfAnEventSaysWhoSentWhatFromWhere(t *testing.T) {
	w := newWorld(t)
	o := w.in(order.Queue, "label")
	r := commands.Request{Actor: owner, ID: id("key"), Via: "board", Request: "r-7", Cause: 42}
	if _, err := w.with(moving(o, order.ReadyToGo, order.Board), r); err != nil {
		t.Fatal(err)
	}
	es := w.events(o)
	e := es[len(es)-1]
	want := domain.Meta{
		Actor:       owner.ID,
		Role:        domain.Owner,
		Command:     "MoveOrder",
		Request:     "r-7",
		Via:         "board",
		Cause:       42,
		Fingerprint: e.Meta.Fingerprint,
	}
	if e.Meta != want || e.CommandID != id("key") || e.Meta.Fingerprint == "" {
		t.Errorf("meta %+v of command %s", e.Meta, e.CommandID)
	}
}

func TestEverybodyReadsTheirOwnNotificationsOnly(t *testing.T) { // SH-205, SH-208
	w := newWorld(t)
	m := inbox.Notified{Message: id("m"), Kind: inbox.Commented, Group: "g", Order: id("label")}
	for _, by := range everybody {
		w.refused(domain.ErrForbidden, &commands.Notify{Person: owner.ID, News: []inbox.News{{Notified: m}}}, by)
	}
	w.must(&commands.Notify{Person: owner.ID, News: []inbox.News{{Notified: m}}}, system)
	for _, by := range []domain.Actor{staff, manager, admin, system} {
		w.refused(domain.ErrNotFound, &commands.ReadMessages{Person: owner.ID, Which: inbox.Which{}}, by)
		w.refused(domain.ErrNotFound, &commands.DeleteMessages{Person: owner.ID, Which: inbox.Which{}}, by)
	}
	w.must(&commands.ReadMessages{Person: owner.ID, Which: inbox.Which{Message: id("m")}}, owner)
	w.must(&commands.DeleteMessages{Person: owner.ID, Which: inbox.Which{Group: "g"}}, owner)
	w.refused(
		inbox.ErrMessageUnknown,
		&commands.DeleteMessages{Person: owner.ID, Which: inbox.Which{Message: id("m")}},
		owner,
	)
	if w.last(owner.ID) != string(inbox.DeletedType) {
		t.Errorf("the inbox ends with %s", w.last(owner.ID))
	}
}
