package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// object is JSON as a browser receives it. The tests use field names because the requirements
// define them.
type object map[string]any

func get(t *testing.T, by, path string) object {
	t.Helper()
	return ok[object](t, as(t, by), http.MethodGet, path, nil)
}

// in returns the object at a path of fields and indexes such as
// "data.order.attachments.customerReview.0".
func (o object) in(t *testing.T, path string) object {
	t.Helper()
	var at any = map[string]any(o)
	for part := range strings.SplitSeq(path, ".") {
		switch v := at.(type) {
		case map[string]any:
			at = v[part]
		case []any:
			var i int
			if _, err := fmt.Sscan(part, &i); err != nil || i >= len(v) {
				t.Fatalf("%s: no %s among %d", path, part, len(v))
			}
			at = v[i]
		}
	}
	found, ok := at.(map[string]any)
	if !ok {
		t.Fatalf("%s is %v", path, at)
	}
	return found
}

func (o object) has(t *testing.T, fields ...string) {
	t.Helper()
	for _, f := range fields {
		if _, ok := o[f]; !ok {
			t.Errorf("the field %s is missing", f)
		}
	}
}

func (o object) isOneOf(t *testing.T, field string, values ...string) {
	t.Helper()
	if v, _ := o[field].(string); !slices.Contains(values, v) {
		t.Errorf("%s is %v, not one of %v", field, o[field], values)
	}
}

func path(sc scene, a set) string {
	return "/order/" + sc.order.String() + "/attachment/" + a.attachment.String()
}

// SH-001, BD-137, BD-143: one order with its attachments and progress, in the envelope.
func TestTheOrderOfTheReviewScreenHasTheDocumentedFields(t *testing.T) {
	sc := play(t, "owner", order.InReview, "both")
	answer := get(t, "both", "/order/"+sc.order.String())
	answer.has(t, "success", "data")
	o := answer.in(t, "data.order")
	o.has(t, "progress", "attachments", "creator", "collaborators", "userAbility", "downloadWithWatermark") // BD-144
	o.isOneOf(t, "progress", "in-progress", "in-review", "approved", "cancelled", "on-hold")                // BD-145
	o.isOneOf(t, "userAbility", "collaborator")                                                             // BD-146
	o.in(t, "attachments").has(t, "customerReview", "suppliedFiles", "internalReview")
	o.in(t, "creator").has(t, "id")
	o.in(t, "collaborators.0").has(t, "id", "isApprover")
	o.in(t, "downloadWithWatermark").has(t, "watermarkFile", "isDownloadWithWatermark", "isDarkBackground")
	get(t, "owner", "/order/"+sc.order.String()).in(t, "data.order").isOneOf(t, "userAbility", "creator") // BD-146

	manager := get(t, "manager", "/order/"+sc.order.String())
	for kind, from := range map[string]string{"suppliedFiles": "supplied file", "internalReview": "internal review"} {
		a := manager.in(t, "data.order.attachments."+kind+".0")
		a.has(
			t,
			"id",
			"isDisabledInternalTabAnnotation",
			"isDisabledPublicTabAnnotation",
			"attachmentTypeStartFrom",
			"startingTab",
		) // BD-147
		a.isOneOf(
			t,
			"attachmentTypeStartFrom",
			from,
		) // BD-148
		a.isOneOf(
			t,
			"startingTab",
			"public",
			"internal",
		) // BD-149
		a.isOneOf(t, "uploadedByType", "customer", "other")
	}
}

// BD-157: the versions of an attachment, newest first.
func TestTheVersionsHaveTheDocumentedFields(t *testing.T) {
	sc := play(t, "owner", order.InReview, "owner")
	answer := get(t, "owner", path(sc, sc.review)+"/versions")
	list, _ := answer["data"].([]any)
	if len(list) != 2 || answer.in(t, "data.0")["version"] != 2.0 || answer.in(t, "data.1")["version"] != 1.0 {
		t.Fatalf("not the two versions, newest first: %v", list)
	}
	v := answer.in(t, "data.0")
	v.has(
		t,
		"id",
		"fileName",
		"version",
		"draftVersion",
		"fileType",
		"url",
		"thumbnail",
		"createdAt",
		"isInternal",
		"isInternalApproved",
		"isAllowedToReview",
		"isDisabledAnnotation",
		"isDisabledInternalAnnotation",
		"pdfAnnotationModule",
		"fileMeta",
	) // BD-150
	v.in(t, "fileMeta").has(t, "fileSize")
	v.isOneOf(t, "fileType", "image", "pdf", "unsupported")         // BD-151
	v.isOneOf(t, "pdfAnnotationModule", "pdf-tools", "pdfjs")       // BD-152, D-18
	if v["fileType"] != "unsupported" || v["isInternal"] != false { // a zip file for customer review
		t.Errorf("fileType %v, isInternal %v", v["fileType"], v["isInternal"])
	}
}

// BD-155, BD-195, BD-203..BD-205: topics with their comments, and the people whom a comment can
// mention.
func TestTopicsAndMentionsHaveTheDocumentedFields(t *testing.T) {
	sc := play(t, "owner", order.InReview, "owner")
	at := path(sc, sc.review) + "/version/" + sc.review.versions[1].String()
	answer := ok[object](t, as(t, "owner"), http.MethodPost, at+"/annotation", form{
		"message":             {says("please change", cast["operator"].ID)},
		"mentions":            {`["` + cast["operator"].ID.String() + `"]`},
		"annotation":          {mark},
		"pdfAnnotationModule": {"pdfjs"},
	})
	answer.has(t, "success", "data")
	topic, _ := answer.in(t, "data")["id"].(string) // BD-195: the answer contains the id
	if _, err := uuid.Parse(topic); err != nil {
		t.Fatalf("the topic's id is %q", topic)
	}
	ok[object](
		t, as(t, "manager"), http.MethodPost, at+"/annotation/"+topic+"/comment",
		form{"message": {says("done")}, "mentions": {"[]"}},
	)

	detail := get(t, "manager", at)
	detail.in(t, "data").has(t, "public", "internal") // BD-155
	shown := detail.in(t, "data.public.0")
	shown.has(t, "id", "topicId", "message", "sender", "dateCreated", "isResolve", "annotation", "comments")
	comment := detail.in(t, "data.public.0.comments.0")
	comment.has(t, "id", "message", "sender", "dateCreated", "isTopic")
	comment.in(t, "user").has(t, "id", "name", "avatar") // BD-181
	var annotation object
	text, _ := shown["annotation"].(string)
	if err := json.Unmarshal([]byte(text), &annotation); err != nil {
		t.Fatalf("the annotation is no JSON text: %v", err)
	}
	annotation.has(t, "className", "attrs", "scale", "page")
	message, _ := shown["message"].(string)
	if !strings.Contains(message, cast["operator"].Name()) {
		t.Errorf("the mention is read without a name: %s", message)
	}

	mentions := get(t, "owner", "/order/"+sc.order.String()+"/mentions") // BD-204
	mentions.in(t, "data.0").has(t, "id", "name", "avatar", "position")  // BD-203
	all := people(mentions)
	managers := people(get(t, "owner", "/order/"+sc.order.String()+"/mentions?cm-revew=true")) // BD-205
	if !slices.Contains(all, cast["operator"].ID.String()) || slices.Contains(managers, cast["operator"].ID.String()) ||
		!slices.Contains(managers, cast["creative"].ID.String()) {
		t.Errorf("mentions are %v, those for a review %v", all, managers)
	}
	if slices.Contains(all, cast["beta"].ID.String()) {
		t.Error("somebody of another account can be mentioned")
	}
}

func people(answer object) (ids []string) {
	list, _ := answer["data"].([]any)
	for _, p := range list {
		if person, ok := p.(map[string]any); ok {
			id, _ := person["id"].(string)
			ids = append(ids, id)
		}
	}
	return ids
}

// BD-071, BD-047: a card of the board and its column. cardOf searches all windows of the board for
// a card.
func cardOf(t *testing.T, by string, id uuid.UUID) object {
	t.Helper()
	for _, page := range windows[object](t, as(t, by), "/order?view=board") {
		if cards, isMap := page.in(t, "data")["cards"].(map[string]any); isMap && cards[id.String()] != nil {
			return page.in(t, "data.cards."+id.String())
		}
	}
	t.Fatalf("%s finds no card of %s", by, id)
	return nil
}

func TestTheBoardHasTheDocumentedFields(t *testing.T) {
	o := inStatus(t, "owner", order.InProgress)
	do(t, "manager", assign(o))
	board := get(t, "owner", "/order?view=board")
	card := cardOf(t, "owner", o)
	card.has(
		t, "orderStateStatus", "positionOrder", "client", "company", "packageName", "orderCreator", "orderName",
		"orderId", "serviceName", "createdAt", "operator",
	)
	card.in(t, "company").has(t, "name")
	card.in(t, "orderCreator").has(t, "image", "name")
	card.in(t, "operator").has(t, "image", "label")
	board.in(t, "data.columns.1").has(t, "typeStatus", "taskIds", "acceptedDrop")
	state := func(id uuid.UUID) any {
		return cardOf(t, "owner", id)["orderStateStatus"]
	}
	if s := state(o); s != "IN_PROGRESS" {
		t.Errorf("an order in progress shows as %v", s)
	}
	if s := state(draft(t, "owner")); s != "DRAFT_CARD" { // BD-099
		t.Errorf("a draft shows as %v", s)
	}
	if s := state(inStatus(t, "owner", order.GuestRevision)); s != "ACTIVE_CARD" { // BD-100, D-10
		t.Errorf("a guest revision shows as %v", s)
	}
}

// BD-139, BD-140: the review screen moves orders with moveto and gives a reason only for on-hold.
// BD-142: it unlocks an order after a failed upload.
func TestTheReviewScreenMovesByTheDocumentedCalls(t *testing.T) {
	for _, moveto := range []string{"in-progress", "on-hold", "approved"} {
		sc := stage(t, "owner", order.InReview)
		body := object{"moveto": moveto, "via": "review"}
		if moveto == "on-hold" {
			if a := as(t, "owner").call(t, http.MethodPut, "/order/"+sc.order.String()+"/move-progress",
				body); a.status != http.StatusBadRequest ||
				a.reason() != "reason_required" {
				t.Errorf("on hold without a reason: %d %s", a.status, a.reason())
			}
			body["reason"] = "waiting for the logo"
		}
		answer := ok[object](t, as(t, "owner"), http.MethodPut, "/order/"+sc.order.String()+"/move-progress", body)
		answer.in(t, "data").has(t, "orderId", "version", "position", "status", "order") // D-07
		if s := answer.in(t, "data")["status"]; s != moveto {
			t.Errorf("moved to %s, the answer says %v", moveto, s)
		}
	}
	unseen := object{"moveto": "approved", "via": "review", "attachmentId": uuid.NewString()}
	for _, id := range []uuid.UUID{uuid.New(), inStatus(t, "beta", order.InReview)} { // a missing order gives the same answer as a hidden one
		if a := as(t, "owner").call(t, http.MethodPut, "/order/"+id.String()+"/move-progress",
			unseen); a.status != http.StatusNotFound {
			t.Errorf("a review move of an order out of sight: %d %s", a.status, a.reason())
		}
	}
	o := inStatus(t, "owner", order.InProgress)
	if answer := ok[object](
		t, as(t, "owner"), http.MethodPut, "/order/"+o.String()+"/unlock-order", nil,
	); answer["success"] != true {
		t.Errorf("unlock-order answers %v", answer)
	}
	if a := as(t, "neither").call(t, http.MethodPut, "/order/"+o.String()+"/unlock-order",
		nil); a.status != http.StatusForbidden {
		t.Errorf("somebody who does not act on the order unlocks it: %d", a.status)
	}
}

// BD-141: a call to the path in the requirements deletes an attachment, and the order no longer
// contains it.
func TestAnAttachmentIsDeletedByTheDocumentedCall(t *testing.T) {
	sc := play(t, "owner", order.InProgress, "operator")
	ok[object](
		t, as(t, "manager"), http.MethodDelete,
		"/order/"+sc.order.String()+"/"+sc.review.attachment.String()+"/attachment", nil,
	)
	o := get(t, "manager", "/order/"+sc.order.String()).in(t, "data.order.attachments")
	if left, _ := o["customerReview"].([]any); len(left) != 0 {
		t.Errorf("%d attachments are left", len(left))
	}
	if a := as(t, "manager").call(t, http.MethodGet, path(sc, sc.review)+"/versions",
		nil); a.status != http.StatusNotFound {
		t.Errorf("its versions answer %d", a.status)
	}
}

// SH-029, SH-012, SH-035, BD-299: the answers to signing in and to reading the profile.
func TestSignInAndProfileHaveTheDocumentedFields(t *testing.T) {
	a, err := world.password(http.DefaultClient, false, cast["both"].Email, password)
	if err != nil {
		t.Fatal(err)
	}
	var token object
	if err := json.Unmarshal(a.body, &token); err != nil {
		t.Fatal(err)
	}
	token.has(t, "accessToken", "accessTokenExpiresAt", "user", "client") // SH-029
	profile := get(t, "both", "/profile")
	profile.has(t, "success", "data", "message") // SH-035
	profile.in(t, "data").
		has(t, "id", "firstname", "lastname", "emailAddress", "avatar", "jobTitle", "role", "isClientWhitelabel", "viewOnly", "isApprover", "timeZone")
}

// D-33: events contain only the ids of people. Neither the log nor a stored message contains a name
// or an address.
func TestTheLogHoldsNoPersonalData(t *testing.T) {
	sc := play(t, "owner", order.InReview, "owner")
	path := commands.TopicPath{
		Order:      sc.order,
		Attachment: sc.review.attachment,
		Version:    sc.review.versions[1],
		Topic:      uuid.New(),
	}
	message := `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"see "},{"type":"mention","attrs":{"id":"` + cast["operator"].ID.String() + `","label":"operator Desk"}}]}]}`
	do(t, "owner", &commands.OpenTopic{TopicPath: path, Message: message})
	events, err := world.Store.Load(t.Context(), path.Topic, 1)
	if err != nil || len(events) != 1 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	stored, err := json.Marshal(events[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, personal := range []string{"operator Desk", cast["operator"].Email, cast["owner"].Name()} {
		if strings.Contains(string(stored), personal) {
			t.Errorf("the log holds %q: %s", personal, stored)
		}
	}
}

// D-32: a write can contain the version that its sender saw, in the body or in If-Match. The server
// refuses it if the order has changed since.
func TestAWriteCanDependOnTheVersionSeen(t *testing.T) {
	o := inStatus(t, "owner", order.InProgress)
	version := get(t, "owner", "/order/"+o.String()).in(t, "data.order")["version"]
	tag := fmt.Sprintf("%q", fmt.Sprint(version))
	to := object{"moveto": "in-review", "via": "board"}
	if a := as(t, "manager").call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", to,
		header("If-Match", tag)); a.status != http.StatusOK {
		t.Fatalf("the version seen: %d %s", a.status, a.body)
	}
	back := object{"moveto": "in-progress", "via": "board"}
	if a := as(t, "manager").call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", back,
		header("If-Match", tag)); a.status != http.StatusConflict ||
		a.reason() != "stale_version" {
		t.Errorf("an old version: %d %s", a.status, a.reason())
	}
	if a := as(t, "manager").call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", back,
		header("If-Match", "new")); a.status != http.StatusBadRequest ||
		a.reason() != "request.invalid" {
		t.Errorf("no version at all: %d %s", a.status, a.reason())
	}
}
