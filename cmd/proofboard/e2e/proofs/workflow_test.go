package proofs

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

func person(name string) uuid.UUID { return harness.Cast[name].ID }

// published saves and publishes a workflow of the owner's account, and chooses it for new orders: brand by
// all of its people, then legal by any. At the end of the test new orders have none again.
func published(t *testing.T, name string, brand, legal []string) uuid.UUID {
	t.Helper()
	ids := func(names []string) (list []uuid.UUID) {
		for _, n := range names {
			list = append(list, person(n))
		}
		return list
	}
	owner, id := harness.SignedIn(t, "owner"), uuid.New()
	path := "/workflows/" + id.String()
	draft := contract.WorkflowContent{Name: name, Steps: []contract.WorkflowStep{
		{Name: "Brand", Rule: contract.WorkflowStepRuleAll, Approvers: ids(brand)},
		{Name: "Legal", Rule: contract.WorkflowStepRuleAny, Approvers: ids(legal)},
	}}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, path, draft)
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, path+"/published", nil)
	choice := contract.WorkflowChoice{WorkflowId: &id}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/workflow-choice", choice)
	t.Cleanup(func() {
		if _, err := harness.World.Bus.Do(
			context.WithoutCancel(t.Context()), &commands.ChooseWorkflow{Customer: harness.Acme},
			commands.Request{Actor: harness.Actor("owner")},
		); err != nil {
			t.Error(err)
		}
	})
	return id
}

// review is an order in review that a workflow approves, with a file of two versions.
type review struct {
	t *testing.T
	harness.Scene
}

func inReview(t *testing.T) review {
	t.Helper()
	sc := harness.NewScene(t, "owner", order.InProgress)
	sc.Review = harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	harness.Move(t, "manager", sc.Order, order.InReview)
	return review{t, sc}
}

func (r review) route(who string) contract.OrderRoute {
	r.t.Helper()
	return harness.MustCall[contract.OrderRouteAnswer](
		r.t, harness.SignedIn(r.t, who), http.MethodGet, "/order/"+r.Order.String()+"/route", nil,
	).Data
}

func (r review) decides(who string, version uuid.UUID, approved bool, reason string) harness.Answer {
	r.t.Helper()
	d := contract.StepDecision{VersionId: version, Approved: approved}
	if reason != "" {
		d.Reason = &reason
	}
	path := "/order/" + r.Order.String() + "/attachment/" + r.Review.Attachment.String() + "/step"
	return harness.SignedIn(r.t, who).Call(r.t, http.MethodPost, path, d)
}

func (r review) approves(who string) {
	r.t.Helper()
	if a := r.decides(who, r.Review.Versions[1], true, ""); a.Status != http.StatusOK {
		r.t.Fatalf("%s approves: %d %s", who, a.Status, a.Body)
	}
}

func (r review) becomes(s order.Status) {
	r.t.Helper()
	harness.Eventually(r.t, "the order is "+string(s), func() bool {
		return string(harness.SignedIn(r.t, "owner").Order(r.t, r.Order).Status) == string(s)
	})
}

func TestADecisionOnAStepThatHasEndedDecidesNothing(t *testing.T) { // D-288
	published(t, "Late", []string{"both"}, []string{"both"})
	r := inReview(t)
	seen := r.route("both").Files[0].Step
	r.approves("both")
	path := "/order/" + r.Order.String() + "/attachment/" + r.Review.Attachment.String() + "/step"
	before := harness.Head(t)
	harness.MustRefuse(
		t, harness.SignedIn(t, "both"), http.StatusConflict, proof.ErrStepEnded.Reason, http.MethodPost, path,
		contract.StepDecision{VersionId: r.Review.Versions[1], Approved: true, Step: &seen},
	)
	harness.Unchanged(t, before)
	now := r.route("both").Files[0].Step
	harness.MustCall[contract.Plain](
		t, harness.SignedIn(t, "both"), http.MethodPost, path,
		contract.StepDecision{VersionId: r.Review.Versions[1], Approved: true, Step: &now},
	)
}

func TestAVersionIsApprovedByTheStepsOfTheWorkflow(t *testing.T) { // D-29
	published(t, "Labels", []string{"both", "approver"}, []string{"owner"})
	r := inReview(t)
	newest := r.Review.Versions[1]
	owner := harness.SignedIn(t, "owner")
	approve := map[string]any{"moveto": "approved", "via": "review", "attachmentId": r.Review.Attachment}
	move := "/order/" + r.Order.String() + "/move-progress"
	if a := owner.Call(t, http.MethodPut, move, approve); a.Status != http.StatusConflict {
		t.Errorf("the owner approves without the workflow: %d %s", a.Status, a.Body)
	}
	for who, want := range map[string]string{
		"owner": "proof.not_asked", "neither": "proof.not_asked", "looker": "view_only", "beta": "not_found",
		"manager": "proof.not_asked", "cso": "proof.not_asked", "reseller": "not_found",
	} {
		if a := r.decides(who, newest, true, ""); a.Reason() != want {
			t.Errorf("%s decides: %d %s, want %s", who, a.Status, a.Reason(), want)
		}
	}
	if a := r.decides("both", newest, false, " "); a.Reason() != domain.ErrReasonMissing.Reason {
		t.Errorf("a rejection without a reason: %d %s", a.Status, a.Body)
	}
	if a := r.decides("both", r.Review.Versions[0], true, ""); a.Reason() != proof.ErrNotNewest.Reason {
		t.Errorf("an older version is decided: %d %s", a.Status, a.Body)
	}
	r.approves("both")
	seen := r.route("approver")
	if f := seen.Files[0]; f.Step != 0 || !f.Mine || !slices.Equal(f.Asked, []uuid.UUID{person("approver")}) ||
		len(f.Decisions) != 1 || f.Decisions[0].PersonId != person("both") || seen.Replaces {
		t.Errorf("the approver sees %+v", seen)
	}
	r.approves("approver")
	if seen := r.route("owner"); seen.Files[0].Step != 1 || !seen.Files[0].Mine || !seen.Replaces {
		t.Errorf("the owner sees %+v", seen)
	}
	harness.Eventually(t, "the owner is asked", func() bool {
		for _, m := range owner.Messages(t, r.Order).Data {
			if m.Message == "approver Team asks for your approval" {
				return true
			}
		}
		return false
	})
	asked := func() (n int) {
		for _, m := range harness.SignedIn(t, "both").Messages(t, r.Order).Data {
			if m.Message == "operator2 Desk asks for your approval" {
				n++
			}
		}
		return n
	}
	replaced := &commands.ReplaceFile{
		Order:      r.Order,
		Attachment: r.Review.Attachment,
		Version:    newest,
		File:       harness.File("third.png"),
	}
	harness.Do(t, "operator2", replaced) // what was approved was another file (D-15)
	harness.Eventually(t, "both are asked again", func() bool { return asked() == 1 })
	if f := r.route("owner").Files[0]; f.Step != 0 || len(f.Decisions) != 0 {
		t.Errorf("after the file was replaced: %+v", f)
	}
	r.approves("both")
	r.approves("approver")
	r.approves("owner")
	r.becomes(order.Approved)
}

func TestARejectedVersionGoesBackToWorkAndIsDecidedAnew(t *testing.T) { // D-29
	published(t, "Boxes", []string{"both", "approver"}, []string{"owner"})
	r := inReview(t)
	r.approves("both")
	if a := r.decides("approver", r.Review.Versions[1], false, "The logo is too small"); a.Status != http.StatusOK {
		t.Fatalf("approver rejects: %d %s", a.Status, a.Body)
	}
	r.becomes(order.InProgress)
	if seen := r.route("manager"); seen.InReview || seen.Files[0].State != contract.RouteFileStateRejected ||
		harness.Value(seen.Files[0].Decisions[1].Reason) != "The logo is too small" {
		t.Errorf("the manager sees %+v", seen)
	}
	if a := r.decides("both", r.Review.Versions[1], true, ""); a.Status < 400 {
		t.Errorf("a decision outside of a review: %d %s", a.Status, a.Body)
	}
	harness.Move(t, "manager", r.Order, order.InReview)
	if f := r.route("both").Files[0]; f.State != contract.RouteFileStateRunning || f.Step != 0 || !f.Mine {
		t.Errorf("after the order came back: %+v", f)
	}
	r.approves("both")
	owner := harness.SignedIn(t, "owner")
	replacement := contract.ApproverReplacement{Step: 0, From: person("approver"), To: person("collab")}
	path := "/order/" + r.Order.String() + "/route"
	for who, status := range map[string]int{"both": 404, "manager": 404, "beta": 404} {
		if a := harness.SignedIn(t, who).Call(t, http.MethodPut, path, replacement); a.Status != status {
			t.Errorf("%s replaces an approver: %d %s", who, a.Status, a.Body)
		}
	}
	foreign := replacement
	foreign.To = person("beta")
	if a := owner.Call(t, http.MethodPut, path, foreign); a.Reason() != route.ErrNotOfTheTeam.Reason {
		t.Errorf("somebody of another account is asked: %d %s", a.Status, a.Body)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, path, replacement)
	if a := r.decides("approver", r.Review.Versions[1], true, ""); a.Reason() != proof.ErrNotAsked.Reason {
		t.Errorf("the person who was replaced decides: %d %s", a.Status, a.Body)
	}
	r.approves("collab")
	r.approves("owner")
	r.becomes(order.Approved)
}

// Only the people of a step get a message when their decision is due.
func TestApproversAreRemindedByMessage(t *testing.T) { // D-29
	published(t, "Hurry", []string{"both"}, []string{"owner"})
	r := inReview(t)
	at, err := harness.World.Store.Load(t.Context(), r.Review.Attachment, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, overdue := range []bool{false, true} {
		if _, err := harness.World.Store.Append(t.Context(), eventlog.Append{
			Stream: r.Review.Attachment, StreamType: proof.AggregateType, Expected: len(at) + i,
			Meta: domain.Meta{Role: domain.System},
			Events: []eventlog.Record{{
				Type: proof.ApproversRemindedType, OccurredAt: time.Now(),
				Data: &proof.ApproversReminded{
					Version: r.Review.Versions[1], Overdue: overdue, People: []uuid.UUID{person("both")},
				},
			}},
		}); err != nil {
			t.Fatal(err)
		}
	}
	told := func(who string) (texts []string) {
		for _, m := range slices.Backward(harness.SignedIn(t, who).Messages(t, r.Order).Data) {
			if strings.HasPrefix(m.Message, "Your approval") {
				texts = append(texts, m.Message)
			}
		}
		return texts
	}
	harness.Eventually(t, "both are told", func() bool { return len(told("both")) == 2 })
	if got := told("both"); !slices.Equal(got, []string{"Your approval is due soon", "Your approval is overdue"}) {
		t.Errorf("both are told %v", got)
	}
	if got := told("owner"); len(got) > 0 {
		t.Errorf("the owner is told %v", got)
	}
}

// The order that the owner approved alone would have been missing an approval.
func TestADraftIsTriedOnPastOrders(t *testing.T) { // BY-043
	sc := harness.NewScene(t, "owner", order.InProgress)
	harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	harness.Move(t, "manager", sc.Order, order.InReview)
	harness.Move(t, "owner", sc.Order, order.Approved)
	id := published(t, "Trial", []string{"both"}, []string{"owner"})
	owner, path := harness.SignedIn(t, "owner"), "/workflows/"+id.String()+"/trial"
	trial := func() contract.WorkflowTrial {
		return harness.MustCall[contract.WorkflowTrialAnswer](t, owner, http.MethodGet, path, nil).Data
	}
	if got := trial(); got.State != contract.WorkflowTrialStateNone {
		t.Errorf("before: %+v", got)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPost, path, nil)
	harness.Eventually(t, "the trial is done", func() bool { return trial().State == contract.WorkflowTrialStateDone })
	got := trial()
	at := slices.IndexFunc(got.Orders, func(o contract.TriedOrder) bool { return o.OrderId == sc.Order })
	if at < 0 || got.Differing == 0 || got.Total < got.Differing || !harness.Value(got.Current) {
		t.Fatalf("the trial: %+v", got)
	}
	if o := got.Orders[at]; !o.Differs || harness.Value(o.Step) != 0 || len(o.Missing) != 1 ||
		o.Missing[0].Id != person("both") {
		t.Errorf("the order: %+v", o)
	}
}

// Workflows belong to the owner of an account that places orders. For everybody else they do not exist.
func TestWhoEditsWorkflows(t *testing.T) { // D-29 SH-097
	id := published(t, "Access", []string{"both"}, []string{"owner"})
	draft := contract.WorkflowContent{Name: "Access, changed", Steps: []contract.WorkflowStep{}}
	one := "/workflows/" + id.String()
	calls := []struct {
		method, path string
		body         any
	}{
		{http.MethodGet, "/workflows", nil},
		{http.MethodGet, one, nil},
		{http.MethodPut, one, draft},
		{http.MethodPut, one + "/published", nil},
		{http.MethodDelete, one + "/draft", nil},
		{http.MethodGet, one + "/trial", nil},
		{http.MethodPost, one + "/trial", nil},
		{http.MethodDelete, one, nil},
		{http.MethodPut, "/workflow-choice", contract.WorkflowChoice{WorkflowId: &id}},
	}
	for _, who := range []string{"both", "looker", "manager", "creative", "operator", "cso", "admin", "reseller"} {
		for _, c := range calls {
			if a := harness.SignedIn(t, who).Call(t, c.method, c.path, c.body); a.Status != http.StatusNotFound {
				t.Errorf("%s: %s %s: %d %s", who, c.method, c.path, a.Status, a.Body)
			}
		}
	}
	beta := harness.SignedIn(t, "beta")
	for _, c := range calls { // another owner has workflows of their own, and does not see these
		want := http.StatusNotFound
		if c.path == "/workflows" {
			want = http.StatusOK
		}
		if c.path == one && c.method == http.MethodPut {
			continue
		}
		a := beta.Call(t, c.method, c.path, c.body)
		if a.Status != want || strings.Contains(string(a.Body), id.String()) {
			t.Errorf("beta: %s %s: %d %s", c.method, c.path, a.Status, a.Body)
		}
	}
	harness.MustCall[contract.Plain](t, beta, http.MethodPut, one, draft) // the same id in another account
	owner := harness.SignedIn(t, "owner")
	w := harness.MustCall[contract.WorkflowAnswer](t, owner, http.MethodGet, one, nil).Data
	if w.Draft != nil || !w.Chosen || w.Edition != 1 {
		t.Errorf("the calls of others changed the workflow: %+v", w)
	}
	stranger := contract.WorkflowContent{Name: "Strangers", Steps: []contract.WorkflowStep{
		{Name: "Brand", Rule: contract.WorkflowStepRuleAll, Approvers: []uuid.UUID{person("beta")}},
	}}
	if a := owner.Call(t, http.MethodPut, one, stranger); a.Reason() != route.ErrNotOfTheTeam.Reason {
		t.Errorf("somebody of another account approves: %d %s", a.Status, a.Body)
	}
	inactive := stranger
	inactive.Steps = []contract.WorkflowStep{
		{Name: "Brand", Rule: contract.WorkflowStepRuleAll, Approvers: []uuid.UUID{person("looker")}},
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, one, inactive)
	if a := owner.Call(t, http.MethodPut, one+"/published", nil); a.Reason() != route.ErrStepImpassable.Reason {
		t.Errorf("a step that nobody can pass is published: %d %s", a.Status, a.Body)
	}
	team := harness.MustCall[contract.PeoplePageAnswer](t, owner, http.MethodGet, "/people?limit=100", nil).Data.People
	for who, can := range map[string]bool{"owner": true, "both": true, "looker": false} {
		i := slices.IndexFunc(team, func(m contract.Member) bool { return m.Id == person(who) })
		if i < 0 || team[i].CanApprove != can {
			t.Errorf("whether %s can approve is to be %t: %+v", who, can, team)
		}
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodDelete, one+"/draft", nil)
}
