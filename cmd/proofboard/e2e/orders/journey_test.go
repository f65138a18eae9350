package orders

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

// This test takes an order from draft to completed. It performs every step over HTTP.
func TestAnOrderGoesFromDraftToCompleted(t *testing.T) { // BD-028 BD-030 BD-034 BD-163 BD-170 BD-290 D-11
	harness.Forgive(t) // the tests together write more comments a minute than the limit allows
	owner, operator, creative := harness.SignedIn(
		t,
		"owner",
	), harness.SignedIn(
		t,
		"operator",
	), harness.SignedIn(
		t,
		"creative",
	)
	o := harness.MustWrite(t, owner, http.MethodPost, "/order", map[string]any{
		"orderName": "Soup label",
		"serviceId": harness.Labels,
		"priority":  "high",
		"dueDate":   "2031-05-06T00:00:00Z",
	}).Data.OrderID
	path := "/order/" + o.String()
	step := func(p *harness.Person, method, at string, body any, want contract.Status) harness.Changed {
		t.Helper()
		c := harness.MustWrite(t, p, method, at, body)
		if c.Data.Status != want || c.Data.Order == nil || c.Data.Order.Status != want || c.Data.Position == 0 {
			t.Fatalf("%s %s: %+v, want %s", method, at, c.Data, want)
		}
		return c
	}
	card := step(owner, http.MethodPut, path+"/action", map[string]any{"action": "published"}, "ready-to-go").Data.Order
	if card.DueDate == nil || card.DueSoonAt == nil || !card.DueSoonAt.Before(*card.DueDate) {
		t.Errorf("the card does not say from when it is due soon (BY-059): %v, %v", card.DueDate, card.DueSoonAt)
	}
	step(
		harness.SignedIn(t, "manager"),
		http.MethodPut,
		path+"/assign",
		map[string]any{
			"operatorId": harness.Cast["operator"].ID,
			"managerId":  harness.Cast["manager"].ID,
		},
		"ready-to-go",
	)
	step(
		operator, http.MethodPut, path+"/move-progress", map[string]any{"moveto": "in-progress", "via": "status"},
		"in-progress",
	)

	first, second := harness.Picture(t, 10), harness.Picture(t, 20)
	up := harness.UploadFile(t, operator, o, proof.CustomerReview, "soup.png", first)
	attachment := up.Data.AttachmentID
	next := harness.MustWrite(
		t,
		operator,
		http.MethodPut,
		"/upload/attachment-version/"+attachment.String(),
		harness.Completion(
			"soup.png",
			harness.PostFile(t, operator, "attachment-version", attachment, "soup.png", second),
			len(second),
			"",
		),
	)
	if got := owner.Order(t, o).Attachments.CustomerReview; len(got) != 0 {
		t.Errorf("the customer sees a proof while the order is in progress (BD-019): %+v", got)
	}
	decision := map[string]any{
		"timelineType":        "history",
		"content":             "Approved",
		"attachmentVersionId": next.Data.VersionID,
	}
	harness.MustWrite(t, creative, http.MethodPost, path+"/"+attachment.String()+"/attachment-timeline", decision)
	step(
		operator, http.MethodPut, path+"/move-progress", map[string]any{"moveto": "in-review", "via": "status"},
		"in-review",
	)

	versions := harness.MustCall[contract.VersionsAnswer](
		t, creative, http.MethodGet, path+"/attachment/"+attachment.String()+"/versions", nil,
	).Data
	if len(versions) != 2 || versions[0].Version != 2 || !versions[0].IsInternalApproved ||
		versions[1].IsInternalApproved ||
		!versions[0].Can.SeeChecked {
		t.Errorf("the creative manager sees %+v", versions)
	}
	seen := harness.MustCall[contract.VersionsAnswer](
		t, owner, http.MethodGet, path+"/attachment/"+attachment.String()+"/versions", nil,
	).Data
	if len(seen) != 2 || seen[0].IsInternalApproved || seen[0].Can.SeeChecked {
		t.Errorf("the owner sees who checked a version (BD-168): %+v", seen)
	}
	if !bytes.Equal(harness.Download(t, seen[0].Url), second) || !bytes.Equal(harness.Download(t, seen[1].Url), first) {
		t.Error("the links lead to other files")
	}

	version := path + "/attachment/" + attachment.String() + "/version/" + next.Data.VersionID.String()
	opened := harness.MustWrite(t, owner, http.MethodPost, version+"/annotation", harness.Form{
		"message":    {harness.Message("please look", harness.Cast["operator2"].ID)},
		"mentions":   {`["` + harness.Cast["operator2"].ID.String() + `"]`},
		"annotation": {harness.Mark},
	})
	harness.MustWrite(
		t, operator, http.MethodPost, version+"/annotation/"+opened.Data.ID.String()+"/comment",
		harness.Form{"message": {harness.Message("done")}},
	)
	topics := harness.MustCall[contract.VersionAnswer](t, owner, http.MethodGet, version, nil).Data
	if len(topics.Public) != 1 || len(topics.Internal) != 0 || len(topics.Public[0].Comments) != 1 ||
		topics.Public[0].Sender.Name != "owner Team" ||
		!strings.Contains(topics.Public[0].Message, "operator2 Desk") ||
		!topics.Public[0].Can.Edit ||
		topics.Public[0].Comments[0].Can.Edit ||
		!harness.SameJSON(topics.Public[0].Annotation, harness.Mark) {
		t.Errorf("the topic is %+v", topics)
	}
	harness.MustWrite(
		t,
		owner,
		http.MethodPut,
		version+"/annotation/"+opened.Data.ID.String()+"/resolve",
		harness.Form{"data": {"true"}},
	)
	step(
		owner, http.MethodPut, path+"/move-progress",
		map[string]any{"moveto": "approved", "via": "review", "attachmentId": attachment}, "approved",
	)
	harness.MustRefuse(
		t, owner, http.StatusConflict, "proof.read_only", http.MethodPost, version+"/annotation",
		harness.Form{"message": {harness.Message("one more")}},
	)
	step(
		operator, http.MethodPut, path+"/move-progress", map[string]any{"moveto": "completed", "via": "status"},
		"completed",
	)

	all := []string{
		"order.drafted",
		"order.published",
		"order.assigned",
		"order.moved",
		"proof.attachment_added",
		"proof.version_added",
		"proof.version_added",
		"proof.version_approved",
		"order.moved",
		"topic.opened",
		"topic.replied",
		"topic.resolved",
		"order.moved",
		"order.moved",
	}
	checkTimeline(t, creative, o, all, 1)
	checkTimeline(
		t,
		owner,
		o,
		slices.DeleteFunc(slices.Clone(all), func(e string) bool { return e == "proof.version_approved" }),
		0,
	) // D-69
	checkHistory(t, creative, o)
}

func checkTimeline(t *testing.T, p *harness.Person, o uuid.UUID, want []string, approvals int) {
	t.Helper()
	var types []string
	approved := 0
	before := ""
	for {
		a := harness.MustCall[contract.TimelineAnswer](
			t,
			p,
			http.MethodGet,
			"/order/"+o.String()+"/timeline?limit=5"+before,
			nil,
		)
		for _, e := range a.Data.Entries {
			types = append(types, e.Type)
			if e.Summary == "" || e.At.IsZero() || e.Actor == nil || e.Actor.Name == "" {
				t.Errorf("the entry %+v does not say who did what", e)
			}
			if e.Content == "Approved" {
				approved++
				if e.AttachmentVersionId == nil {
					t.Error("the approval names no version (BD-170)")
				}
			}
		}
		if a.Data.Before == nil {
			break
		}
		before = fmt.Sprintf("&before=%d", *a.Data.Before)
	}
	slices.Reverse(types)
	if !slices.Equal(types, want) {
		t.Errorf("the timeline of %s is %v, want %v", p.Firstname, types, want)
	}
	if approved != approvals {
		t.Errorf("%d approvals in the timeline", approved)
	}
}

// checkHistory compares the history with the log: it must contain every event in order, with the
// person, the action and the changes (BY-018).
func checkHistory(t *testing.T, p *harness.Person, o uuid.UUID) {
	t.Helper()
	events := harness.MustCall[contract.HistoryAnswer](
		t,
		p,
		http.MethodGet,
		"/order/"+o.String()+"/history",
		nil,
	).Data.Events
	of := logOf(t, o)
	if len(events) != len(of) {
		t.Fatalf("the history has %d events, the log %d", len(events), len(of))
	}
	status := ""
	for i, e := range events {
		l := of[i]
		if e.Position != l.Position || e.Type != string(l.Type) || e.Version != l.Version || e.Stream != l.Stream ||
			!e.At.Equal(l.OccurredAt) ||
			e.Actor == nil ||
			e.Actor.Id != l.Meta.Actor ||
			e.Via != l.Meta.Via ||
			e.Label == "" {
			t.Errorf("the history has %+v, the log %+v", e, l)
		}
		if file, has := e.Data["file"].(map[string]any); has && (file["key"] != nil || file["thumbnail"] != nil) {
			t.Errorf("the history says where the store keeps a file: %v", file)
		}
		for _, d := range e.Diff {
			if d.From == d.To {
				t.Errorf("a difference that is none: %+v", d)
			}
			if d.Field == "Status" {
				if d.From != status {
					t.Errorf("at %d the status went from %q, before it was %q", e.Position, d.From, status)
				}
				status = d.To
			}
		}
		if _, changes := l.Data.(order.StatusChanger); changes && len(e.Diff) == 0 {
			t.Errorf("the move at %d changed nothing", e.Position)
		}
	}
	if status != "Completed" {
		t.Errorf("the history ends %q", status)
	}
	half := harness.MustCall[contract.HistoryAnswer](
		t, p, http.MethodGet, fmt.Sprintf("/order/%s/history?limit=3&after=%d", o, events[1].Position), nil,
	).Data
	if len(half.Events) != 3 || half.Events[0].Position != events[2].Position || half.After == nil ||
		*half.After != events[4].Position {
		t.Errorf("a page of the history is %+v", half)
	}
}

// logOf returns the events of an order, its proofs and its topics without using a read model.
func logOf(t *testing.T, o uuid.UUID) (of []domain.Event) {
	t.Helper()
	mine := map[uuid.UUID]bool{o: true}
	for after := int64(0); ; {
		page, err := harness.World.Store.Read(t.Context(), after, 5000)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return of
		}
		for _, e := range page {
			after = e.Position
			switch d := e.Data.(type) {
			case *proof.AttachmentAdded:
				mine[e.Stream] = mine[e.Stream] || d.Order == o
			case *topic.Opened:
				mine[e.Stream] = mine[e.Stream] || d.Order == o
			}
			if mine[e.Stream] {
				of = append(of, e)
			}
		}
	}
}

// state is the state of an order that the tests compute from the JSON of its events, independently
// of the product's code.
type state struct {
	Status, Name     string
	Frozen, Archived bool
	Versions         int
	Checked          int
	OpenTopics       int
}

// folds returns the state after each event, by log position.
func folds(t *testing.T, events []domain.Event) map[int64]state {
	t.Helper()
	at, all := state{}, map[int64]state{}
	checked, open := map[string]bool{}, map[uuid.UUID]bool{}
	for _, e := range events {
		var d struct {
			To, Name, Version string
			Details           struct{ Name string }
		}
		b, err := json.Marshal(e.Data)
		if err == nil {
			err = json.Unmarshal(b, &d)
		}
		if err != nil {
			t.Fatalf("%s: %v", e.Type, err)
		}
		switch {
		case e.Type == "order.drafted":
			at.Status, at.Name = "draft", d.Details.Name
		case e.Type == "order.details_changed" && d.Name != "":
			at.Name = d.Name
		case e.StreamType == "order" && d.To != "":
			at.Status = d.To
		}
		switch e.Type {
		case "order.frozen":
			at.Frozen = true
		case "order.unfrozen":
			at.Frozen = false
		case "order.archived":
			at.Archived = true
		case "order.unarchived":
			at.Archived = false
		case "proof.version_added":
			at.Versions++
		case "proof.version_deleted":
			at.Versions--
		case "proof.version_approved":
			checked[d.Version] = true
		case "proof.version_revised":
			delete(checked, d.Version)
		case "topic.opened", "topic.reopened":
			open[e.Stream] = true
		case "topic.resolved", "topic.deleted":
			delete(open, e.Stream)
		}
		at.Checked, at.OpenTopics = len(checked), len(open)
		all[e.Position] = at
	}
	return all
}

func shown(o contract.Order) state {
	s := state{Status: string(o.Status), Name: o.OrderName, Frozen: o.Frozen, Archived: o.Archived}
	for _, a := range slices.Concat(o.Attachments.CustomerReview, o.Attachments.SuppliedFiles, o.Attachments.InternalReview) {
		for _, v := range a.Versions {
			s.Versions++
			s.OpenTopics += v.Topics.Public + v.Topics.Internal
			if v.IsInternalApproved {
				s.Checked++
			}
		}
	}
	return s
}

// busyLife creates an order and takes it through every kind of step.
func busyLife(t *testing.T) uuid.UUID {
	t.Helper()
	manager := harness.SignedIn(t, "manager")
	sc := harness.NewScene(t, "owner", order.InProgress)
	o := "/order/" + sc.Order.String()
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	a.Discuss(t, sc.Order, proof.CustomerReview, "operator")
	decide := func(content string) {
		harness.MustWrite(
			t, harness.SignedIn(t, "creative"), http.MethodPost, o+"/"+a.Attachment.String()+"/attachment-timeline",
			map[string]any{"timelineType": "history", "content": content, "attachmentVersionId": a.Versions[0]},
		)
	}
	decide("Approved")
	decide("Revise")
	harness.MustWrite(
		t, manager, http.MethodDelete, o+"/"+a.Attachment.String()+"/"+a.Versions[1].String(),
		map[string]any{"reason": "wrong"},
	)
	harness.MustWrite(
		t,
		harness.SignedIn(t, "operator"),
		http.MethodPut,
		o+"/attachment/"+a.Attachment.String()+"/version/"+a.Versions[0].String()+"/annotation/"+a.Internal.String()+"/resolve",
		map[string]any{"data": true},
	)
	harness.MustWrite(t, manager, http.MethodPut, o, map[string]any{"orderName": "Renamed on the way"})
	for _, step := range []string{"freeze", "unfreeze", "on-hold", "resume", "cancelled", "archive", "restore", "restore", "on-hold", "cancelled", "restore", "resume"} {
		harness.MustWrite(
			t,
			manager,
			http.MethodPut,
			o+"/action",
			map[string]any{"action": step, "reason": "on the way"},
		)
	}
	return sc.Order
}

func TestAnOrderAsOfEveryPositionIsTheFoldUpToIt(t *testing.T) { // BY-019 BY-020
	o := busyLife(t)
	events := logOf(t, o)
	want := folds(t, events)
	manager := harness.SignedIn(t, "manager")
	for _, e := range events {
		if e.Type == "proof.attachment_added" {
			continue // the attachment and its first version are one step
		}
		a := harness.MustCall[contract.OrderAnswer](
			t,
			manager,
			http.MethodGet,
			fmt.Sprintf("/order/%s?asOf=%d", o, e.Position),
			nil,
		)
		if got := shown(a.Data.Order); got != want[e.Position] {
			t.Errorf("as of %d (%s): %+v, want %+v", e.Position, e.Type, got, want[e.Position])
		}
		if len(a.Data.Order.AllowedActions) > 0 || a.Data.Order.Can.Comment || a.Data.Order.Can.EditDetails {
			t.Errorf("something can be done in the past: %+v", a.Data.Order.Can)
		}
		// Concurrent commands may be stored in a different order than their times. So the state at
		// a time may be that of a neighbouring event.
		at := e.OccurredAt.Format("2006-01-02T15:04:05.999999Z07:00")
		got := shown(
			harness.MustCall[contract.OrderAnswer](
				t,
				manager,
				http.MethodGet,
				"/order/"+o.String()+"?asOf="+at,
				nil,
			).Data.Order,
		)
		if !slices.ContainsFunc(events, func(near domain.Event) bool {
			return near.OccurredAt.Sub(e.OccurredAt).Abs() <= 100*time.Millisecond && want[near.Position] == got
		}) {
			t.Errorf("as of %s (%s): %+v, want about %+v", at, e.Type, got, want[e.Position])
		}
	}
	if got, last := shown(manager.Order(t, o)), want[events[len(events)-1].Position]; got != last {
		t.Errorf("now: %+v, want %+v", got, last)
	}
	harness.MustRefuse(
		t, manager, http.StatusNotFound, "not_found", http.MethodGet,
		fmt.Sprintf("/order/%s?asOf=%d", o, events[0].Position-1), nil,
	)
}

func TestTheBoardAsOfAPositionIsTheFoldUpToIt(t *testing.T) { // BY-019 BY-020
	o := busyLife(t)
	var orders []domain.Event
	for after := int64(0); ; {
		page, err := harness.World.Store.Read(t.Context(), after, 5000)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		after = page[len(page)-1].Position
		orders = append(
			orders,
			slices.DeleteFunc(page, func(e domain.Event) bool { return e.StreamType != "order" })...)
	}
	status, gone, customer := map[uuid.UUID]string{}, map[uuid.UUID]bool{}, map[uuid.UUID]uuid.UUID{}
	owner, checked := harness.SignedIn(t, "owner"), 0
	for i, e := range orders {
		switch d := e.Data.(type) {
		case *order.Drafted:
			status[e.Stream], customer[e.Stream] = "draft", d.Customer
		case *order.Archived, *order.Deleted:
			gone[e.Stream] = true
		case *order.Unarchived:
			gone[e.Stream] = false
		case order.StatusChanger:
			status[e.Stream] = string(d.StatusChange().To)
		}
		if e.Stream != o && i != len(orders)/3 &&
			i != len(orders)-1 { // check every step of one order, and samples of the others
			continue
		}
		want := map[string]string{}
		for id, s := range status {
			if customer[id] == harness.Acme && !gone[id] {
				want[id.String()] = s
			}
		}
		a := harness.MustCall[contract.OrdersAnswer](
			t, owner, http.MethodGet, fmt.Sprintf("/order?view=board&asOf=%d", e.Position), nil,
		)
		got := map[string]string{}
		for id, c := range *a.Data.Cards {
			got[id] = string(c.Status)
		}
		if !maps.Equal(got, want) {
			t.Errorf("the board as of %d has %d cards, want %d", e.Position, len(got), len(want))
		}
		laid := 0
		for _, c := range *a.Data.Columns {
			laid += len(c.TaskIds)
			for _, id := range c.TaskIds {
				if s := order.Status(got[id]); string(s.Column()) != string(c.TypeStatus) {
					t.Errorf("%s is %s and lies in %s", id, s, c.TypeStatus)
				}
			}
		}
		if laid != len(got) {
			t.Errorf("%d of %d cards lie in columns", laid, len(got))
		}
		checked++
	}
	if checked < 10 {
		t.Errorf("only %d positions were looked at", checked)
	}
}

func TestNamedActionsThroughAnOrdersLife(t *testing.T) { // BD-042 BD-043 D-05
	owner, manager := harness.SignedIn(t, "owner"), harness.SignedIn(t, "manager")
	act := func(p *harness.Person, o uuid.UUID, action, reason string, want contract.Status) harness.Changed {
		t.Helper()
		c := harness.MustWrite(
			t, p, http.MethodPut, "/order/"+o.String()+"/action", map[string]any{"action": action, "reason": reason},
		)
		if c.Data.Status != want {
			t.Fatalf("%s: %s, want %s", action, c.Data.Status, want)
		}
		return c
	}
	o := harness.NewScene(t, "owner", order.InReview).Order
	path := "/order/" + o.String()
	act(owner, o, "gr-revision", "", "gr-revision")
	harness.MustWrite(
		t,
		owner,
		http.MethodPut,
		path+"/move-progress",
		map[string]any{"moveto": "in-review", "via": "status"},
	) // BD-031
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "reason_required", http.MethodPut, path+"/action",
		map[string]any{"action": "on-hold"},
	)
	act(owner, o, "on-hold", "the client is away", "on-hold")
	if got := owner.Order(t, o); got.HoldReason == nil || *got.HoldReason != "the client is away" ||
		*got.HeldFrom != "in-review" {
		t.Errorf("the hold is %+v", got)
	}
	act(owner, o, "resume", "", "in-review")
	act(manager, o, "freeze", "", "in-review")
	harness.MustRefuse(
		t, owner, http.StatusConflict, "order.frozen", http.MethodPut, path+"/move-progress",
		map[string]any{"moveto": "approved"},
	)
	act(manager, o, "unfreeze", "", "in-review")

	copied := act(owner, o, "duplicate", "", "draft").Data.OrderID
	if got := owner.Order(t, copied); copied == o || got.OrderName != owner.Order(t, o).OrderName ||
		got.ServiceName != "Labels" ||
		got.Creator.Id != owner.ID {
		t.Errorf("the copy is %+v", got)
	}
	act(owner, copied, "delete", "", "draft")
	harness.MustRefuse(t, owner, http.StatusNotFound, "not_found", http.MethodGet, "/order/"+copied.String(), nil)
	harness.MustRefuse(
		t, manager, http.StatusNotFound, "not_found", http.MethodPut, "/order/"+copied.String()+"/action",
		map[string]any{"action": "restore"},
	)
	if events := logOf(t, copied); events[len(events)-1].Type != "order.deleted" {
		t.Error("the deletion is no event in the log (D-34)")
	}

	act(owner, o, "cancelled", "", "cancelled")
	act(owner, o, "archive", "", "cancelled")
	in := func(view string) bool {
		a := harness.MustCall[contract.OrdersAnswer](t, owner, http.MethodGet, "/order?limit=100&view="+view, nil)
		return slices.ContainsFunc(*a.Data.Orders, func(c contract.Card) bool { return c.Id == o })
	}
	if in("list") || !in("archived") {
		t.Errorf("an archived order is in the list: %v, in the archive: %v", in("list"), in("archived"))
	}
	harness.MustRefuse(
		t, owner, http.StatusConflict, "order.archived", http.MethodPut, path+"/move-progress",
		map[string]any{"moveto": "in-progress"},
	)
	act(owner, o, "restore", "", "cancelled")
	act(owner, o, "restore", "", "in-review")
}

func TestAFreedSlotIsForTheFirstOfTheQueue(t *testing.T) { // D-06
	owner := harness.SignedIn(t, "small") // this customer has two slots
	var orders []uuid.UUID
	publish := func(want contract.Status) uuid.UUID {
		o := harness.MustWrite(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Slot"}).Data.OrderID
		if got := harness.MustWrite(
			t, owner, http.MethodPut, "/order/"+o.String()+"/action", map[string]any{"action": "published"},
		).Data.Status; got != want {
			t.Errorf("published as %s, want %s", got, want)
		}
		orders = append(orders, o)
		return o
	}
	t.Cleanup(func() { // cancel the last order first, so that none is promoted
		for _, o := range slices.Backward(orders) {
			owner.Call(t, http.MethodPut, "/order/"+o.String()+"/action", map[string]any{"action": "cancelled"})
		}
	})
	for _, want := range []contract.Status{"ready-to-go", "ready-to-go", "queue", "queue"} {
		publish(want)
	}
	harness.MustRefuse(
		t, owner, http.StatusConflict, "order.active_limit_reached", http.MethodPut,
		"/order/"+orders[3].String()+"/action", map[string]any{"action": "ready-to-go"},
	)
	last := harness.BoardOf(t, owner)[orders[3].String()]
	if last.PositionOrder != 1 || last.PlaceWarning == nil ||
		*last.PlaceWarning != "Waiting for a free slot: place 2 in your queue" {
		t.Errorf("the last of the queue is %+v", last)
	}
	offersSlot := func(actions []contract.ActionName, slots *int) bool { // BY-064
		free := slices.Contains(actions, "ready-to-go")
		if free == (slots != nil) || slots != nil && *slots != 2 {
			t.Errorf("the actions %v with all of %v slots taken", actions, slots)
		}
		return free
	}
	slots := func(of string) contract.Slots {
		return harness.MustCall[contract.SlotsAnswer](t, owner, http.MethodGet, "/slots"+of, nil).Data
	}
	queued, placed := slots("?orderId="+orders[3].String()), slots("")
	if queued.Maximum != 2 || queued.Active != 2 || queued.Place != 2 || placed.Place != 3 {
		t.Errorf("the slots of the last of the queue are %+v, of a new order %+v", queued, placed)
	}
	detail := owner.Order(t, orders[3])
	if offersSlot(last.AllowedActions, last.FullSlots) || offersSlot(detail.AllowedActions, detail.FullSlots) {
		t.Error("a queued order offers a slot while none is free")
	}
	harness.MustWrite(
		t,
		owner,
		http.MethodPut,
		"/order/"+orders[0].String()+"/action",
		map[string]any{"action": "cancelled"},
	)
	harness.Eventually(
		t, "the first of the queue is promoted",
		func() bool { return owner.Order(t, orders[2]).Status == "ready-to-go" },
	)
	if got := owner.Order(t, orders[3]).Status; got != "queue" {
		t.Errorf("the second of the queue is %s: there was one slot", got)
	}
	events := logOf(t, orders[2])
	if last := events[len(events)-1]; last.Type != "order.promoted" || last.Meta.Role != domain.System ||
		last.Meta.Cause == 0 {
		t.Errorf("the promotion is %+v", last)
	}
	for _, o := range orders[1:3] {
		harness.MustWrite(
			t,
			owner,
			http.MethodPut,
			"/order/"+o.String()+"/action",
			map[string]any{"action": "on-hold", "reason": "x"},
		)
	}
	harness.Eventually(
		t, "the second of the queue is promoted",
		func() bool { return owner.Order(t, orders[3]).Status == "ready-to-go" },
	)
	harness.MustWrite(
		t, owner, http.MethodPut, "/order/"+orders[3].String()+"/action", map[string]any{"action": "queue"},
	)
	if free := slots(""); free.Active != 0 || free.StartsAt != nil {
		t.Errorf("with free slots %+v", free)
	}
	if detail := owner.Order(t, orders[3]); !offersSlot(detail.AllowedActions, detail.FullSlots) {
		t.Error("a queued order offers no slot while two are free")
	}
}
