package access

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// SH-001, BD-137, BD-143: one order with its attachments and progress, in the envelope.
func TestTheOrderOfTheReviewScreenHasTheDocumentedFields(t *testing.T) {
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "both")
	answer := harness.GetObject(t, "both", "/order/"+sc.Order.String())
	answer.Has(t, "success", "data")
	o := answer.In(t, "data.order")
	o.Has(t, "progress", "attachments", "creator", "collaborators", "userAbility", "downloadWithWatermark") // BD-144
	o.IsOneOf(t, "progress", "in-progress", "in-review", "approved", "cancelled", "on-hold")                // BD-145
	o.IsOneOf(t, "userAbility", "collaborator")                                                             // BD-146
	o.In(t, "attachments").Has(t, "customerReview", "suppliedFiles", "internalReview")
	o.In(t, "creator").Has(t, "id")
	o.In(t, "collaborators.0").Has(t, "id", "isApprover")
	o.In(t, "downloadWithWatermark").Has(t, "watermarkFile", "isDownloadWithWatermark", "isDarkBackground")
	harness.GetObject(t, "owner", "/order/"+sc.Order.String()).
		In(t, "data.order").
		IsOneOf(t, "userAbility", "creator")
		// BD-146

	manager := harness.GetObject(t, "manager", "/order/"+sc.Order.String())
	for kind, from := range map[string]string{
		"suppliedFiles": "supplied file", "internalReview": "internal review", "customerReview": "", // empty, not absent
	} {
		a := manager.In(t, "data.order.attachments."+kind+".0")
		a.Has(
			t,
			"id",
			"isDisabledInternalTabAnnotation",
			"isDisabledPublicTabAnnotation",
			"attachmentTypeStartFrom",
			"startingTab",
		) // BD-147
		a.IsOneOf(
			t,
			"attachmentTypeStartFrom",
			from,
		) // BD-148
		a.IsOneOf(
			t,
			"startingTab",
			"public",
			"internal",
		) // BD-149
		a.IsOneOf(t, "uploadedByType", "customer", "other")
	}
}

// BD-157: the versions of an attachment, newest first.
func TestTheVersionsHaveTheDocumentedFields(t *testing.T) {
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	answer := harness.GetObject(t, "owner", harness.AttachmentPath(sc, sc.Review)+"/versions")
	list, _ := answer["data"].([]any)
	if len(list) != 2 || answer.In(t, "data.0")["version"] != 2.0 || answer.In(t, "data.1")["version"] != 1.0 {
		t.Fatalf("not the two versions, newest first: %v", list)
	}
	v := answer.In(t, "data.0")
	v.Has(
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
	v.In(t, "fileMeta").Has(t, "fileSize")
	v.IsOneOf(t, "fileType", "image", "pdf", "unsupported")         // BD-151
	v.IsOneOf(t, "pdfAnnotationModule", "pdf-tools", "pdfjs")       // BD-152, D-18
	if v["fileType"] != "unsupported" || v["isInternal"] != false { // a zip file for customer review
		t.Errorf("fileType %v, isInternal %v", v["fileType"], v["isInternal"])
	}
}

// BD-155, BD-195, BD-203..BD-205: topics with their comments, and the people whom a comment can
// mention.
func TestTopicsAndMentionsHaveTheDocumentedFields(t *testing.T) {
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	at := harness.AttachmentPath(sc, sc.Review) + "/version/" + sc.Review.Versions[1].String()
	answer := harness.MustCall[harness.Object](
		t,
		harness.SignedIn(t, "owner"),
		http.MethodPost,
		at+"/annotation",
		harness.Form{
			"message":             {harness.Message("please change", harness.Cast["operator"].ID)},
			"mentions":            {`["` + harness.Cast["operator"].ID.String() + `"]`},
			"annotation":          {harness.Mark},
			"pdfAnnotationModule": {"pdfjs"},
		},
	)
	answer.Has(t, "success", "data")
	topic, _ := answer.In(t, "data")["id"].(string) // BD-195: the answer contains the id
	if _, err := uuid.Parse(topic); err != nil {
		t.Fatalf("the topic's id is %q", topic)
	}
	harness.MustCall[harness.Object](
		t, harness.SignedIn(t, "manager"), http.MethodPost, at+"/annotation/"+topic+"/comment",
		harness.Form{"message": {harness.Message("done")}, "mentions": {"[]"}},
	)

	detail := harness.GetObject(t, "manager", at)
	detail.In(t, "data").Has(t, "public", "internal") // BD-155
	shown := detail.In(t, "data.public.0")
	shown.Has(t, "id", "topicId", "message", "sender", "dateCreated", "isResolve", "annotation", "comments")
	comment := detail.In(t, "data.public.0.comments.0")
	comment.Has(t, "id", "message", "sender", "dateCreated", "isTopic")
	comment.In(t, "user").Has(t, "id", "name", "avatar") // BD-181
	var annotation harness.Object
	text, _ := shown["annotation"].(string)
	if err := json.Unmarshal([]byte(text), &annotation); err != nil {
		t.Fatalf("the annotation is no JSON text: %v", err)
	}
	annotation.Has(t, "className", "attrs", "scale", "page")
	message, _ := shown["message"].(string)
	if !strings.Contains(message, harness.Cast["operator"].Name()) {
		t.Errorf("the mention is read without a name: %s", message)
	}

	mentions := harness.GetObject(t, "owner", "/order/"+sc.Order.String()+"/mentions") // BD-204
	mentions.In(t, "data.0").Has(t, "id", "name", "avatar", "position")                // BD-203
	all := people(mentions)
	managers := people(harness.GetObject(t, "owner", "/order/"+sc.Order.String()+"/mentions?cm-revew=true")) // BD-205
	if !slices.Contains(all, harness.Cast["operator"].ID.String()) ||
		slices.Contains(managers, harness.Cast["operator"].ID.String()) ||
		!slices.Contains(managers, harness.Cast["creative"].ID.String()) {
		t.Errorf("mentions are %v, those for a review %v", all, managers)
	}
	if slices.Contains(all, harness.Cast["beta"].ID.String()) {
		t.Error("somebody of another account can be mentioned")
	}
}

func people(answer harness.Object) (ids []string) {
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
func cardOf(t *testing.T, by string, id uuid.UUID) harness.Object {
	t.Helper()
	for _, page := range harness.Windows[harness.Object](t, harness.SignedIn(t, by), "/order?view=board") {
		if cards, isMap := page.In(t, "data")["cards"].(map[string]any); isMap && cards[id.String()] != nil {
			return page.In(t, "data.cards."+id.String())
		}
	}
	t.Fatalf("%s finds no card of %s", by, id)
	return nil
}

func TestTheBoardHasTheDocumentedFields(t *testing.T) {
	o := harness.OrderIn(t, "owner", order.InProgress)
	harness.Do(t, "manager", harness.Assign(o))
	board := harness.GetObject(t, "owner", "/order?view=board")
	card := cardOf(t, "owner", o)
	card.Has(
		t, "orderStateStatus", "positionOrder", "client", "company", "packageName", "orderCreator", "orderName",
		"orderId", "serviceName", "createdAt", "operator",
	)
	card.In(t, "company").Has(t, "name")
	card.In(t, "orderCreator").Has(t, "image", "name")
	card.In(t, "operator").Has(t, "image", "label")
	board.In(t, "data.columns.1").Has(t, "typeStatus", "taskIds", "acceptedDrop")
	state := func(id uuid.UUID) any {
		return cardOf(t, "owner", id)["orderStateStatus"]
	}
	if s := state(o); s != "IN_PROGRESS" {
		t.Errorf("an order in progress shows as %v", s)
	}
	if s := state(harness.Draft(t, "owner")); s != "DRAFT_CARD" { // BD-099
		t.Errorf("a draft shows as %v", s)
	}
	if s := state(harness.OrderIn(t, "owner", order.GuestRevision)); s != "ACTIVE_CARD" { // BD-100, D-10
		t.Errorf("a guest revision shows as %v", s)
	}
}

// BD-139, BD-140: the review screen moves orders with moveto and gives a reason only for on-hold.
// BD-142: it unlocks an order after a failed upload.
func TestTheReviewScreenMovesByTheDocumentedCalls(t *testing.T) {
	for _, moveto := range []string{"in-progress", "on-hold", "approved"} {
		sc := harness.NewScene(t, "owner", order.InReview)
		body := harness.Object{"moveto": moveto, "via": "review"}
		if moveto == "on-hold" {
			if a := harness.SignedIn(t, "owner").Call(t, http.MethodPut, "/order/"+sc.Order.String()+"/move-progress",
				body); a.Status != http.StatusBadRequest ||
				a.Reason() != "reason_required" {
				t.Errorf("on hold without a reason: %d %s", a.Status, a.Reason())
			}
			body["reason"] = "waiting for the logo"
		}
		answer := harness.MustCall[harness.Object](
			t,
			harness.SignedIn(t, "owner"),
			http.MethodPut,
			"/order/"+sc.Order.String()+"/move-progress",
			body,
		)
		answer.In(t, "data").Has(t, "orderId", "version", "position", "status", "order") // D-07
		if s := answer.In(t, "data")["status"]; s != moveto {
			t.Errorf("moved to %s, the answer says %v", moveto, s)
		}
	}
	unseen := harness.Object{"moveto": "approved", "via": "review", "attachmentId": uuid.NewString()}
	for _, id := range []uuid.UUID{uuid.New(), harness.OrderIn(t, "beta", order.InReview)} { // a missing order gives the same answer as a hidden one
		if a := harness.SignedIn(t, "owner").Call(t, http.MethodPut, "/order/"+id.String()+"/move-progress",
			unseen); a.Status != http.StatusNotFound {
			t.Errorf("a review move of an order out of sight: %d %s", a.Status, a.Reason())
		}
	}
	o := harness.OrderIn(t, "owner", order.InProgress)
	if answer := harness.MustCall[harness.Object](
		t, harness.SignedIn(t, "owner"), http.MethodPut, "/order/"+o.String()+"/unlock-order", nil,
	); answer["success"] != true {
		t.Errorf("unlock-order answers %v", answer)
	}
	if a := harness.SignedIn(t, "neither").Call(t, http.MethodPut, "/order/"+o.String()+"/unlock-order",
		nil); a.Status != http.StatusForbidden {
		t.Errorf("somebody who does not act on the order unlocks it: %d", a.Status)
	}
}

// BD-141: a call to the path in the requirements deletes an attachment, and the order no longer
// contains it.
func TestAnAttachmentIsDeletedByTheDocumentedCall(t *testing.T) {
	sc := harness.NewDiscussedScene(t, "owner", order.InProgress, "operator")
	harness.MustCall[harness.Object](
		t, harness.SignedIn(t, "manager"), http.MethodDelete,
		"/order/"+sc.Order.String()+"/"+sc.Review.Attachment.String()+"/attachment", nil,
	)
	o := harness.GetObject(t, "manager", "/order/"+sc.Order.String()).In(t, "data.order.attachments")
	if left, _ := o["customerReview"].([]any); len(left) != 0 {
		t.Errorf("%d attachments are left", len(left))
	}
	if a := harness.SignedIn(t, "manager").Call(t, http.MethodGet, harness.AttachmentPath(sc, sc.Review)+"/versions",
		nil); a.Status != http.StatusNotFound {
		t.Errorf("its versions answer %d", a.Status)
	}
}

// SH-029, SH-012, SH-035, BD-299: the answers to signing in and to reading the profile.
func TestSignInAndProfileHaveTheDocumentedFields(t *testing.T) {
	a, err := harness.World.Password(http.DefaultClient, false, harness.Cast["both"].Email, harness.Password)
	if err != nil {
		t.Fatal(err)
	}
	var token harness.Object
	if err := json.Unmarshal(a.Body, &token); err != nil {
		t.Fatal(err)
	}
	token.Has(t, "accessToken", "accessTokenExpiresAt", "user", "client") // SH-029
	profile := harness.GetObject(t, "both", "/profile")
	profile.Has(t, "success", "data", "message") // SH-035 BD-340
	profile.In(t, "data").
		Has(t, "id", "firstname", "lastname", "emailAddress", "avatar", "jobTitle", "role", "isClientWhitelabel", "viewOnly", "isApprover", "timeZone", "myProofApprovalWorkflowPreference")
}

// D-33: events contain only the ids of people. Neither the log nor a stored message contains a name
// or an address.
func TestTheLogHoldsNoPersonalData(t *testing.T) {
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	path := commands.TopicPath{
		Order:      sc.Order,
		Attachment: sc.Review.Attachment,
		Version:    sc.Review.Versions[1],
		Topic:      uuid.New(),
	}
	message := `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"see "},{"type":"mention","attrs":{"id":"` + harness.Cast["operator"].ID.String() + `","label":"operator Desk"}}]}]}`
	harness.Do(t, "owner", &commands.OpenTopic{TopicPath: path, Message: message})
	events, err := harness.World.Store.Load(t.Context(), path.Topic, 1)
	if err != nil || len(events) != 1 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	stored, err := json.Marshal(events[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, personal := range []string{"operator Desk", harness.Cast["operator"].Email, harness.Cast["owner"].Name()} {
		if strings.Contains(string(stored), personal) {
			t.Errorf("the log holds %q: %s", personal, stored)
		}
	}
}

// D-32: a write can contain the version that its sender saw, in the body or in If-Match. The server
// refuses it if the order has changed since.
func TestAWriteCanDependOnTheVersionSeen(t *testing.T) {
	o := harness.OrderIn(t, "owner", order.InProgress)
	version := harness.GetObject(t, "owner", "/order/"+o.String()).In(t, "data.order")["version"]
	tag := fmt.Sprintf("%q", fmt.Sprint(version))
	to := harness.Object{"moveto": "in-review", "via": "board"}
	if a := harness.SignedIn(t, "manager").Call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", to,
		harness.Header("If-Match", tag)); a.Status != http.StatusOK {
		t.Fatalf("the version seen: %d %s", a.Status, a.Body)
	}
	back := harness.Object{"moveto": "in-progress", "via": "board"}
	if a := harness.SignedIn(t, "manager").Call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", back,
		harness.Header("If-Match", tag)); a.Status != http.StatusConflict ||
		a.Reason() != "stale_version" {
		t.Errorf("an old version: %d %s", a.Status, a.Reason())
	}
	if a := harness.SignedIn(t, "manager").Call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", back,
		harness.Header("If-Match", "new")); a.Status != http.StatusBadRequest ||
		a.Reason() != "request.invalid" {
		t.Errorf("no version at all: %d %s", a.Status, a.Reason())
	}
}
