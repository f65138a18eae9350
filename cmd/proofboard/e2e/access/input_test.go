package access

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestABodyThatIsNotAsTheContractSaysIsRefused(t *testing.T) {
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	before := harness.Head(t)
	owner := harness.SignedIn(t, "owner")
	o := "/order/" + sc.Order.String()
	version := o + "/attachment/" + sc.Review.Attachment.String() + "/version/" + sc.Review.Versions[0].String()
	text := func(s string) harness.Raw { return harness.Raw{ContentType: "application/json", Text: s} }
	for what, c := range map[string]struct {
		method, path string
		body         any
		status       int
		reason       string
	}{
		"no body":                      {"PUT", o + "/move-progress", nil, 400, "request.invalid"},
		"an empty body":                {"PUT", o + "/move-progress", text(""), 400, "request.invalid"},
		"malformed JSON":               {"PUT", o + "/move-progress", text(`{"moveto":`), 400, "request.invalid"},
		"two values":                   {"PUT", o + "/move-progress", text(`{"moveto":"approved"} {"moveto":"approved"}`), 400, "request.invalid"},
		"a list for an object":         {"PUT", o + "/move-progress", text(`[]`), 400, "request.invalid"},
		"null":                         {"PUT", o + "/move-progress", text(`null`), 400, "request.invalid"},
		"a number for a string":        {"PUT", o + "/move-progress", text(`{"moveto":7}`), 400, "request.invalid"},
		"an unknown field":             {"PUT", o + "/move-progress", text(`{"moveto":"approved","status":"approved"}`), 400, "request.invalid"},
		"a field in other case":        {"PUT", o + "/move-progress", text(`{"moveto":"in-review","Moveto":"approved"}`), 400, "request.invalid"},
		"a field twice":                {"PUT", o + "/move-progress", text(`{"moveto":"in-review","moveto":"approved"}`), 400, "request.invalid"},
		"a long name in other case":    {"PUT", "/upload/attachment/" + sc.Order.String(), text(`{"name":"a.png","type":"image/png","size":10,"key":"x","Name":"` + strings.Repeat("b", 1_000_000) + `"}`), 400, "request.invalid"},
		"a size in other case":         {"PUT", "/upload/attachment/" + sc.Order.String(), text(`{"name":"a.png","type":"image/png","size":10,"key":"x","Size":-5}`), 400, "request.invalid"},
		"an unknown field of a topic":  {"POST", version + "/annotation", map[string]any{"message": harness.Message("x"), "Message": harness.Message("y")}, 400, "request.invalid"},
		"a form with an unknown field": {"POST", version + "/annotation", harness.Form{"message": {harness.Message("x")}, "Message": {harness.Message("y")}}, 400, "request.invalid"},
		"a form with a field twice":    {"POST", version + "/annotation", harness.Form{"message": {harness.Message("x"), harness.Message("y")}}, 400, "request.invalid"},
		"a page beyond all":            {"GET", "/order?page=9223372036854775807", nil, 400, "request.invalid"},
		"an unknown target":            {"PUT", o + "/move-progress", text(`{"moveto":"draft"}`), 400, "request.invalid"},
		"an unknown surface":           {"PUT", o + "/move-progress", text(`{"moveto":"approved","via":"email"}`), 400, "request.invalid"},
		"an id that is none":           {"PUT", o + "/move-progress", text(`{"moveto":"in-review","afterId":"x"}`), 400, "request.invalid"},
		"a version below zero":         {"PUT", o + "/move-progress", text(`{"moveto":"approved","expectedVersion":-1}`), 400, "request.invalid"},
		"a fraction of a version":      {"PUT", o + "/move-progress", text(`{"moveto":"approved","expectedVersion":1.5}`), 400, "request.invalid"},
		"a reason too long":            {"PUT", o + "/action", map[string]any{"action": "on-hold", "reason": strings.Repeat("x", 256)}, 400, "request.invalid"},
		"no reason for a hold":         {"PUT", o + "/action", map[string]any{"action": "on-hold"}, 400, "reason_required"},
		"a blank reason":               {"PUT", o + "/action", map[string]any{"action": "on-hold", "reason": "  "}, 400, "reason_required"},
		"a reason no database keeps":   {"PUT", o + "/action", map[string]any{"action": "on-hold", "reason": "a\x00b"}, 400, "request.invalid"},
		"an unknown action":            {"PUT", o + "/action", map[string]any{"action": "explode"}, 400, "request.invalid"},
		"an order without a name":      {"POST", "/order", map[string]any{}, 400, "request.invalid"},
		"a blank name":                 {"POST", "/order", map[string]any{"orderName": "   "}, 400, "order.name_invalid"},
		"a name no database keeps":     {"POST", "/order", map[string]any{"orderName": "a\x00b"}, 400, "request.invalid"},
		"a name too long":              {"POST", "/order", map[string]any{"orderName": strings.Repeat("x", 201)}, 400, "request.invalid"},
		"an unknown priority":          {"POST", "/order", map[string]any{"orderName": "x", "priority": "asap"}, 400, "request.invalid"},
		"a date that is none":          {"POST", "/order", map[string]any{"orderName": "x", "dueDate": "tomorrow"}, 400, "request.invalid"},
		"an unknown service":           {"POST", "/order", map[string]any{"orderName": "x", "serviceId": uuid.New()}, 404, "not_found"},
		"a brief that is no rich text": {"POST", "/order", map[string]any{"orderName": "x", "brief": "<b>hi</b>"}, 400, "topic.message_invalid"},
		"deep JSON":                    {"POST", "/order", text(strings.Repeat(`{"orderName":`, 20_000)), 400, "request.invalid"},
		"a huge body":                  {"POST", "/order", map[string]any{"orderName": "x", "brief": strings.Repeat("x", 2<<20)}, 413, "body.too_large"},
		"a huge form":                  {"POST", version + "/annotation", harness.Form{"message": {strings.Repeat("x", 2<<20)}}, 413, "body.too_large"},
		"a message that is none":       {"POST", version + "/annotation", map[string]any{"message": "hello"}, 400, "topic.message_invalid"},
		"an empty message":             {"POST", version + "/annotation", map[string]any{"message": harness.Message(" ")}, 400, "topic.message_empty"},
		"a script in a message":        {"POST", version + "/annotation", map[string]any{"message": `{"type":"doc","content":[{"type":"script"}]}`}, 400, "topic.message_invalid"},
		"a script as a link": {
			"POST", version + "/annotation",
			map[string]any{"message": `{"type":"doc","content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{"href":"javascript:alert(1)"}}]}]}`}, 400, "topic.message_invalid",
		},
		"a deep message":                  {"POST", version + "/annotation", map[string]any{"message": strings.Repeat(`{"type":"doc","content":[`, 500)}, 400, "topic.message_invalid"},
		"a mark that is none":             {"POST", version + "/annotation", map[string]any{"message": harness.Message("x"), "annotation": `{"className":"blob"}`}, 400, "topic.annotation_invalid"},
		"a message that is no text":       {"POST", version + "/annotation", map[string]any{"message": 7}, 400, "request.invalid"},
		"nothing to update":               {"POST", version + "/update", map[string]any{"topicId": sc.Review.Public}, 400, "request.invalid"},
		"neither resolved nor reopened":   {"PUT", version + "/annotation/" + sc.Review.Public.String() + "/resolve", map[string]any{"data": "maybe"}, 400, "request.invalid"},
		"a decision that is none":         {"POST", o + "/" + sc.Review.Attachment.String() + "/attachment-timeline", map[string]any{"timelineType": "history", "content": "Shipped", "attachmentVersionId": uuid.New()}, 400, "request.invalid"},
		"another timeline type":           {"POST", o + "/" + sc.Review.Attachment.String() + "/attachment-timeline", map[string]any{"timelineType": "note", "content": "Approved", "attachmentVersionId": uuid.New()}, 400, "request.invalid"},
		"a file name with a path":         {"POST", "/upload/upload-token/attachment/" + sc.Order.String(), map[string]any{"name": "../x.png", "size": 1, "type": "image/png"}, 400, "upload.name_invalid"},
		"a file name with a wrong letter": {"POST", "/upload/upload-token/attachment/" + sc.Order.String(), map[string]any{"name": "größe.png", "size": 1, "type": "image/png"}, 400, "upload.name_invalid"},
		"a program":                       {"POST", "/upload/upload-token/attachment/" + sc.Order.String(), map[string]any{"name": "x.exe", "size": 1, "type": "image/png"}, 400, "upload.type_not_supported"},
		"a file of no size":               {"POST", "/upload/upload-token/attachment/" + sc.Order.String(), map[string]any{"name": "x.png", "size": 0, "type": "image/png"}, 400, "request.invalid"},
		"a file above 2 GB":               {"POST", "/upload/upload-token/attachment/" + sc.Order.String(), map[string]any{"name": "x.png", "size": 2147483649, "type": "image/png"}, 400, "upload.too_large"},
		"an unknown kind of upload":       {"POST", "/upload/upload-token/virus/" + sc.Order.String(), map[string]any{"name": "x.png", "size": 1, "type": "image/png"}, 400, "request.invalid"},
		"a bare key":                      {"PUT", "/upload/attachment/" + sc.Order.String(), harness.Completion("x.png", "x.png", 1, proof.SuppliedFiles), 404, "upload.unknown"},
		"an upload for another order":     {"PUT", "/upload/attachment/" + sc.Order.String(), harness.Completion("x.png", fmt.Sprintf("temp/%s/%s/attachment/%s/x.png", owner.ID, uuid.New(), uuid.New()), 1, proof.SuppliedFiles), 404, "upload.unknown"},
		"another person's upload":         {"PUT", "/upload/attachment/" + sc.Order.String(), harness.Completion("x.png", fmt.Sprintf("temp/%s/%s/attachment/%s/x.png", harness.Cast["both"].ID, uuid.New(), sc.Order), 1, proof.SuppliedFiles), 404, "upload.unknown"},
		"an upload that never came":       {"PUT", "/upload/attachment/" + sc.Order.String(), harness.Completion("x.png", fmt.Sprintf("temp/%s/%s/attachment/%s/x.png", owner.ID, uuid.New(), sc.Order), 1, proof.SuppliedFiles), 404, "upload.unknown"},
		"a key that climbs":               {"PUT", "/upload/attachment/" + sc.Order.String(), harness.Completion("x.png", fmt.Sprintf("temp/%s/%s/attachment/%s/../../../../files/x.png", owner.ID, uuid.New(), sc.Order), 1, proof.SuppliedFiles), 404, "upload.unknown"},
		"an operator who is none":         {"PUT", o + "/assign", map[string]any{"operatorId": "x"}, 400, "invalid"},
		"no operation":                    {"PUT", o + "/move", map[string]any{"moveto": "approved"}, 404, "route.unknown"},
		"another method":                  {"PATCH", o, map[string]any{}, 405, "method.not_allowed"},
		"a path below a path":             {"GET", "/profile/x", nil, 404, "route.unknown"},
		"an order id that is none":        {"GET", "/order/12", nil, 400, "request.invalid"},
		"a topic id that is none":         {"DELETE", version + "/annotation/x", nil, 400, "request.invalid"},
		"an unknown csrf scope":           {"GET", "/g/csrf/everything", nil, 400, "request.invalid"},
		"an unknown view":                 {"GET", "/order?view=calendar", nil, 400, "request.invalid"},
		"page zero":                       {"GET", "/order?page=0", nil, 400, "request.invalid"},
		"a page of 101":                   {"GET", "/order?limit=101", nil, 400, "request.invalid"},
		"a page that is no number":        {"GET", "/message/groups?page=x", nil, 400, "request.invalid"},
		"an unknown sort":                 {"GET", "/order?sort=price", nil, 400, "request.invalid"},
		"an unknown status":               {"GET", "/order?orderProgress=lost", nil, 400, "filter.invalid"},
		"a filter that is no id":          {"GET", "/order?operatorId=x", nil, 400, "filter.invalid"},
		"a cursor without a column":       {"GET", "/order?view=board&cursor=10", nil, 400, "request.invalid"},
		"a cursor that is none":           {"GET", "/order?view=board&column=on-hold&cursor=x", nil, 400, "request.invalid"},
		"a list's cursor that is none":    {"GET", "/order?view=list&cursor=x", nil, 400, "request.invalid"},
		"a parameter that is none":        {"GET", "/order?statuss=draft", nil, 400, "query.unknown_parameter"},
		"a parameter of a write":          {"PUT", "/message/read?all=true", nil, 400, "query.unknown_parameter"},
		"a day that is none":              {"GET", "/order?updatedSince=soon", nil, 400, "filter.invalid"},
		"a moment that is none":           {"GET", o + "?asOf=yesterday", nil, 400, "as_of.invalid"},
		"a board of no moment":            {"GET", "/order?view=board&asOf=-1", nil, 400, "as_of.invalid"},
		"a search no database takes":      {"GET", "/order?customSearch=a%00b", nil, 400, "request.invalid"},
		"broken text in a search":         {"GET", "/order?customSearch=a%ffb", nil, 400, "request.invalid"},
		"a client no database takes":      {"GET", "/order?clientId=%00", nil, 400, "request.invalid"},
		"a query that does not parse":     {"GET", "/order?customSearch=%zz", nil, 400, "request.invalid"},
		"a group no database takes":       {"GET", "/message/group/a%00", nil, 400, "request.invalid"},
		"broken text in a path":           {"GET", "/message/group/%ff", nil, 400, "request.invalid"},
	} {
		a := owner.Call(t, c.method, c.path, c.body)
		if a.Status != c.status || a.Reason() != c.reason {
			t.Errorf("%s: %d %.300s, want %d %s", what, a.Status, a.Body, c.status, c.reason)
		}
		harness.CheckRefusal(t, a)
	}
	for what, o := range map[string]harness.Option{
		"a key that is no UUID": harness.Header("Idempotency-Key", "again"), "the nil UUID as a key": harness.Header("Idempotency-Key", uuid.Nil.String()), "the nil UUID in braces": harness.Header("Idempotency-Key", "{"+uuid.Nil.String()+"}"), "a text as JSON": harness.Header("Content-Type", "text/plain"), "XML": harness.Header("Content-Type", "application/xml"),
		"a form where JSON is meant": harness.Header("Content-Type", "application/x-www-form-urlencoded"), "no content type": harness.Header("Content-Type", "nonsense"),
	} {
		a := owner.Call(
			t, http.MethodPut, "/order/"+sc.Order.String()+"/move-progress", map[string]any{"moveto": "approved"}, o,
		)
		if a.Status != http.StatusBadRequest || a.Reason() != "request.invalid" {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
		harness.CheckRefusal(t, a)
	}
	harness.Unchanged(t, before)
}

func TestAZippedBodyIsNoWayAroundTheLimit(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprintf(z, `{"orderName":"x","brief":%q}`, strings.Repeat("x", 4<<20))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	harness.MustRefuse(
		t, harness.SignedIn(t, "owner"), http.StatusBadRequest, "request.invalid", http.MethodPost, "/order",
		harness.Raw{ContentType: "application/json", Text: b.String()}, harness.Header("Content-Encoding", "gzip"),
	)
}

func TestAStaleVersionIsRefusedAndANewOneTaken(t *testing.T) { // D-32
	sc := harness.NewScene(t, "owner", order.InReview)
	owner, o := harness.SignedIn(t, "owner"), "/order/"+sc.Order.String()
	at := owner.Order(t, sc.Order).Version
	for _, c := range []struct {
		path string
		body map[string]any
	}{
		{o, map[string]any{"orderName": "Too late"}}, {o + "/move-progress", map[string]any{"moveto": "approved"}}, {o + "/action", map[string]any{"action": "on-hold", "reason": "x"}},
	} {
		for _, stale := range []int{at - 1, at + 1, 0} {
			before := harness.Head(t)
			c.body["expectedVersion"] = stale
			harness.MustRefuse(t, owner, http.StatusConflict, "stale_version", http.MethodPut, c.path, c.body)
			harness.Unchanged(t, before)
		}
	}
	harness.MustWrite(t, owner, http.MethodPut, o, map[string]any{"orderName": "In time", "expectedVersion": at})
}

func TestAReasonInThePathIsDecodedOnce(t *testing.T) { // D-14 BD-176
	for _, reason := range []string{"wrong file", "100% wrong", "a/b & c?d#e", "50%25 of %41", "größer, 日本", "..", "+1"} {
		sc := harness.NewScene(t, "owner", order.InProgress)
		a := harness.Attach(t, sc.Order, "owner", proof.InternalReview)
		path := "/order/" + sc.Order.String() + "/" + a.Attachment.String() + "/" + a.Versions[0].String() + "/" +
			url.PathEscape(reason)
		got := harness.MustWrite(t, harness.SignedIn(t, "manager"), http.MethodDelete, path, nil)
		if got.Message != "The version already removed" {
			t.Errorf("the answer says %q", got.Message)
		}
		events := harness.MustCall[contract.HistoryAnswer](
			t, harness.SignedIn(t, "manager"), http.MethodGet, "/order/"+sc.Order.String()+"/history", nil,
		).Data.Events
		if last := events[len(events)-1]; last.Reason == nil || *last.Reason != reason {
			t.Errorf("the reason %q is kept as %v", reason, last.Data)
		}
	}
}

func TestAReasonInThePathIsHeldToItsRules(t *testing.T) { // D-14
	sc := harness.NewDiscussedScene(t, "owner", order.InProgress, "operator")
	before := harness.Head(t)
	path := "/order/" + sc.Order.String() + "/" + sc.Review.Attachment.String() + "/" + sc.Review.Versions[0].String() + "/"
	for reason, want := range map[string]string{
		"%20": "reason_required", strings.Repeat("x", 256): "reason_required", strings.Repeat("x", 1021): "request.invalid", "a%00b": "request.invalid", "%ff": "request.invalid",
	} {
		harness.MustRefuse(
			t,
			harness.SignedIn(t, "manager"),
			http.StatusBadRequest,
			want,
			http.MethodDelete,
			path+reason,
			nil,
		)
	}
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "manager"),
		http.StatusBadRequest,
		"reason_required",
		http.MethodDelete,
		strings.TrimSuffix(path, "/"),
		map[string]any{"reason": " "},
	)
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "manager"),
		http.StatusBadRequest,
		"request.invalid",
		http.MethodDelete,
		strings.TrimSuffix(path, "/"),
		nil,
	)
	harness.Unchanged(t, before)
}

// Unusual text is stored and returned unchanged, and it stops no projection.
func TestAnyTextThatIsTakenIsShownAsItWas(t *testing.T) { // D-20
	owner := harness.SignedIn(t, "owner")
	nasty := "\u202e <script>alert(1)</script> ' \" \\ \u0007 \ufffd 🎨 e\u0301"
	message := func(text string) string {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":` + string(
			quoted,
		) + `}]}]}`
	}
	// Names have no hidden characters.
	name := "<script>alert(1)</script> ' \" \\ 🎨 e\u0301"
	o := harness.MustWrite(
		t, owner, http.MethodPost, "/order", map[string]any{"orderName": name, "brief": message(nasty)},
	).Data.OrderID
	if got := owner.Order(t, o); got.OrderName != name || !harness.SameJSON(got.Brief, message(nasty)) {
		t.Errorf("%q and %q came out as %q and %q", name, nasty, got.OrderName, got.Brief)
	}
	harness.MustRefuse(
		t,
		owner,
		http.StatusBadRequest,
		"name.illegible",
		http.MethodPost,
		"/order",
		map[string]any{"orderName": nasty},
	)
	a := harness.Attach(t, o, "owner", proof.SuppliedFiles)
	version := "/order/" + o.String() + "/attachment/" + a.Attachment.String() + "/version/" + a.Versions[0].String()
	for _, text := range []string{nasty, "a\x00b", "\x00"} {
		got := owner.Call(t, http.MethodPost, version+"/annotation", map[string]any{"message": message(text)})
		if got.Status != http.StatusOK && got.Status != http.StatusBadRequest {
			t.Errorf("message %q: %d %s", text, got.Status, got.Body)
		}
		edit := owner.Call(t, http.MethodPut, "/order/"+o.String(), map[string]any{"brief": message(text)})
		if edit.Status != http.StatusOK && edit.Status != http.StatusBadRequest {
			t.Errorf("brief %q: %d %s", text, edit.Status, edit.Body)
		}
	}
	topics := harness.MustCall[contract.VersionAnswer](t, owner, http.MethodGet, version, nil).Data.Public
	if len(topics) == 0 ||
		!harness.SameJSON(topics[0].Message, message(nasty)) &&
			!harness.SameJSON(topics[len(topics)-1].Message, message(nasty)) {
		t.Errorf("the message came out as %v", topics)
	}
	harness.MustCall[contract.HistoryAnswer](t, owner, http.MethodGet, "/order/"+o.String()+"/history", nil)
	harness.MustCall[contract.TimelineAnswer](t, owner, http.MethodGet, "/order/"+o.String()+"/timeline", nil)
	nothingParked(t)
}

func nothingParked(t *testing.T) {
	t.Helper()
	statuses, err := harness.World.Runner.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statuses {
		if len(s.Parked) > 0 {
			t.Errorf("%s has parked %+v", s.Name, s.Parked)
		}
	}
}

func TestAReadWaitsForItsPositionAndGivesUpAfterTwoSeconds(t *testing.T) { // D-30
	owner := harness.SignedIn(t, "owner")
	for _, path := range []string{"/order?view=board", "/profile", "/message/groups"} {
		beyond := strconv.FormatInt(harness.Head(t)+1_000_000, 10)
		began := time.Now()
		a := harness.MustRefuse(
			t, owner, http.StatusServiceUnavailable, "read_model.behind", http.MethodGet, path, nil,
			harness.Header("X-Min-Position", beyond),
		)
		if took := time.Since(began); took < time.Second || took > 10*time.Second {
			t.Errorf("%s gave up after %s", path, took)
		}
		if a.Header.Get("Retry-After") == "" {
			t.Errorf("%s does not say when to try again", path)
		}
	}
	o := harness.Draft(t, "owner")
	waited := make(chan harness.Answer, 1)
	next := harness.Head(t) + 1
	go func() {
		req, err := owner.Request(
			http.MethodGet, "/order/"+o.String(), nil, harness.Header("X-Min-Position", strconv.FormatInt(next, 10)),
		)
		if err != nil {
			waited <- harness.Answer{}
			return
		}
		a, _ := harness.World.Do(harness.World.Client, req)
		waited <- a
	}()
	harness.MustWrite(t, owner, http.MethodPut, "/order/"+o.String(), map[string]any{"orderName": "What it waited for"})
	if a := <-waited; a.Status != http.StatusOK || !strings.Contains(string(a.Body), "What it waited for") {
		t.Errorf("the read did not wait: %d %s", a.Status, a.Body)
	}
	for _, bad := range []string{"-1", "x", "1.5", "99999999999999999999"} {
		harness.MustRefuse(
			t, owner, http.StatusBadRequest, "request.invalid", http.MethodGet, "/profile", nil,
			harness.Header("X-Min-Position", bad),
		)
		harness.MustRefuse(
			t, owner, http.StatusBadRequest, "request.invalid", http.MethodGet, "/profile?minPosition="+bad, nil,
			harness.Without("X-Min-Position"),
		)
	}
}

func TestAnUpdateOfAMarkAndItsMessageIsTakenWholeOrNotAtAll(t *testing.T) { // BD-196
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	a.Discuss(t, sc.Order, proof.CustomerReview, "owner")
	before := harness.Head(t)
	harness.MustRefuse(t, harness.SignedIn(t, "owner"), http.StatusBadRequest, "topic.message_invalid", http.MethodPost,
		"/order/"+sc.Order.String()+"/attachment/"+a.Attachment.String()+"/version/"+a.Versions[0].String()+"/update",
		map[string]any{"topicId": a.Public, "annotation": harness.Mark, "message": "no rich text"})
	harness.Unchanged(t, before)
}

func TestEveryAnswerForbidsWhatABrowserShouldNotDo(t *testing.T) { // D-42
	for _, path := range []string{"/", "/api/profile", "/api/nothing", "/healthz", "/dev/mail", "/assets/none.js"} {
		res, err := harness.World.Client.Get(harness.World.Base + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		h := res.Header
		if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'self'") ||
			h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("X-Frame-Options") != "DENY" ||
			h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, h)
		}
	}
}
