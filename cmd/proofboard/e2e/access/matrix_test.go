package access

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// target contains the ids of the objects of a call.
type target struct {
	order, attachment, version, topic, comment uuid.UUID
	customer                                   uuid.UUID
	key                                        string // key of an upload
	size                                       int    // size of that upload
	message                                    uuid.UUID
}

// place is the relation between the caller and the object of the call, such as an object of the
// caller's account or a foreign object.
type place string

const (
	own      place = "own"      // an order of the caller's account; for the provider, of any account
	foreign  place = "foreign"  // an order of another account; for the provider, no order is foreign
	missing  place = "missing"  // an order that does not exist
	astray   place = "astray"   // the caller's order with an attachment of another order in the path
	mixed    place = "mixed"    // the caller's attachment with parts of another attachment in the path
	internal place = "internal" // an attachment for internal review
	inside   place = "inside"   // a topic on the internal tab
)

var places = []place{own, foreign, missing, astray, mixed, internal, inside}

// expectation contains one line of the table for each place (harness.Status).
type expectation map[place]string

// rule describes what the requirements say about an operation.
type rule struct {
	name     string // the operation, and after a slash the case
	status   order.Status
	authored bool       // the caller wrote the topic and the comment
	harmless bool       // the operation does not affect later calls
	kind     proof.Kind // kind of the attachment; default: customer review
	body     func(x target) any
	query    string
	expect   expectation
}

func (r rule) operation() string { return strings.Split(r.name, "/")[0] }

// operation is an operation of the contract.
type operation struct {
	web.Access

	method, path string
}

// operationsOnce reads the contract once for all tests.
var operationsOnce = sync.OnceValues(func() (map[string]operation, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Spec)
	if err != nil {
		return nil, err
	}
	routes, err := web.NewRoutes(doc)
	all := map[string]operation{}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			all[o.OperationID] = operation{routes[web.NameOf(o)], method, path}
		}
	}
	return all, err
})

// operations returns the operations of the contract with their access.
func operations(t *testing.T) map[string]operation {
	t.Helper()
	all, err := operationsOnce()
	if err != nil {
		t.Fatal(err)
	}
	return maps.Clone(all)
}

func (o operation) at(x target) string {
	return strings.NewReplacer("{orderId}", x.order.String(), "{attachmentId}", x.attachment.String(), "{versionId}", x.version.String(), "{topicId}", x.topic.String(),
		"{commentId}", x.comment.String(), "{reason}", "wrong%20file", "{scope}", "card", "{messageId}", x.message.String(), "{presetId}", x.message.String(), "{group}", x.order.String(),
		"{projection}", "board", "{entryId}", harness.Printing.String(), "{downloadId}", x.message.String(), "{stream}", x.message.String(), "{jobId}", x.message.String(), "{guestId}", x.message.String(), "{position}", "1", "{personId}", x.message.String(), "{customerId}", x.message.String(), "{clientId}", "none", "{sessionId}", x.message.String(), "{pictureId}", x.message.String(), "{factorId}", x.message.String(), "{stepId}", x.message.String()).
		Replace(o.path)
}

func TestEveryOperationOfTheContractIsInTheMatrix(t *testing.T) {
	listed := map[string]bool{}
	for _, r := range rules {
		listed[r.operation()] = true
	}
	ops := operations(t)
	for _, c := range calls(t) {
		listed[calledBy(t, ops, c.call)] = true
	}
	tests := testsOfPrograms(t)
	for test, names := range elsewhere {
		if !strings.Contains(tests, "\nfunc "+test+"(") {
			t.Errorf("there is no %s", test)
		}
		for name := range strings.FieldsSeq(names) {
			if listed[name] {
				t.Errorf("%s is listed twice", name)
			}
			listed[name] = true
		}
	}
	for name := range ops {
		if !listed[name] {
			t.Errorf("%s is not in the matrix: say who may call it", name)
		}
	}
	for name := range listed {
		if _, known := ops[name]; !known {
			t.Errorf("the matrix has %s, the contract does not", name)
		}
	}
}

// calledBy returns the operation that a method and a path call. A path without parameters comes first.
func calledBy(t *testing.T, ops map[string]operation, call string) (found string) {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	path, _, _ = strings.Cut(path, "?")
	fits := func(template, part string) bool { return template == part || strings.HasPrefix(template, "{") }
	for name, op := range ops {
		if op.method == method && slices.EqualFunc(strings.Split(op.path, "/"), strings.Split(path, "/"), fits) &&
			(found == "" || strings.Count(op.path, "{") < strings.Count(ops[found].path, "{")) {
			found = name
		}
	}
	if found == "" {
		t.Fatalf("the contract has no %s", call)
	}
	return found
}

// testsOfPrograms returns the text of all end-to-end tests.
func testsOfPrograms(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// Everybody calls every operation at every place (SH-093..SH-107, D-09, D-12, D-13, D-17, D-22,
// D-26). A refused call must change nothing. SH-093 SH-097 SH-098 SH-099 SH-100 SH-101 SH-102
// SH-103 D-09 D-12 D-13 D-26.
func TestRolesMayDoWhatTheDocumentsSayAndNothingElse(t *testing.T) {
	ops := operations(t)
	m := &matrix{scenes: map[string]harness.Scene{}}
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			op := ops[r.operation()]
			for name, column := range harness.WhoCalls {
				for _, at := range places {
					line, has := r.expect[at]
					if !has {
						continue
					}
					want := strconv.Itoa(harness.Status(t, line, column))
					if r.operation() == "inviteGuest" {
						harness.Forgive(t) // all callers invite the same person
					}
					m.check(t, r, op, name, at, want)
				}
			}
		})
	}
}

// matrix reuses scenes for calls that are refused or harmless, because these calls do not change
// them.
type matrix struct{ scenes map[string]harness.Scene }

func (m *matrix) scene(t *testing.T, owner string, s order.Status, author string) harness.Scene {
	t.Helper()
	name := owner + " " + string(s) + " " + author
	if _, set := m.scenes[name]; !set {
		m.scenes[name] = harness.NewDiscussedScene(t, owner, s, author)
	}
	return m.scenes[name]
}

// scenery returns the scene for a call. If the call will change the scene, scenery creates a new
// one with only the necessary parts.
func (m *matrix) scenery(
	t *testing.T,
	r rule,
	op operation,
	owner string,
	s order.Status,
	author string,
	at place,
	want string,
) harness.Scene {
	t.Helper()
	if want != "200" || r.harmless || op.method == http.MethodGet {
		return m.scene(t, owner, s, author)
	}
	sc := harness.NewScene(t, owner, s)
	k := r.kind
	switch {
	case at == internal:
		k = proof.InternalReview
	case k == "":
		k = proof.CustomerReview
	}
	if strings.Contains(op.path, "{attachmentId}") {
		*sc.Attachment(k) = harness.Attach(t, sc.Order, owner, k)
	}
	switch {
	case op.talks():
		sc.Talk.Discuss(t, sc.Order, k, author)
	case strings.Contains(op.path, "{topicId}"), strings.Contains(op.path, "{commentId}"):
		sc.Attachment(k).Discuss(t, sc.Order, k, author)
	}
	return sc
}

// talks reports whether an operation is about a message of an order's conversation.
func (o operation) talks() bool { return strings.Contains(o.path, "/conversation/") }

func (m *matrix) check(t *testing.T, r rule, op operation, name string, at place, want string) {
	t.Helper()
	owner, status := harness.OwnerOf(name), r.status
	if status == "" {
		status = order.InReview
	}
	if at == foreign {
		owner = "beta"
	}
	if at == foreign && want == "200" && !r.harmless && harness.Cast[name].Role.IsProvider() &&
		op.method != http.MethodGet {
		return // the provider has no foreign orders; the place own covers them
	}
	author := "operator2"
	if r.authored && want == "200" {
		author = name
	}
	sc := m.scenery(t, r, op, owner, status, author, at, want)
	x := m.target(t, r, op, sc, at, owner, status)
	kind, of := "attachment", x.order
	if strings.HasSuffix(r.name, "/version") {
		kind, of = "attachment-version", x.attachment
	}
	if r.operation() == "completeUpload" {
		x.upload(t, harness.SignedIn(t, name), kind, of)
	}
	path := strings.NewReplacer("{kind}", kind, "{id}", of.String()).
		Replace(op.at(x)) +
		strings.ReplaceAll(r.query, "{order}", x.order.String())
	var body any
	if r.body != nil {
		body = r.body(x)
	}
	before := harness.Head(t)
	a := harness.SignedIn(t, name).Call(t, op.method, path, body)
	if got := fmt.Sprint(a.Status); got != want {
		t.Errorf("%s at %s: %s %s: %s, want %s: %.400s", name, at, op.method, path, got, want, a.Body)
	}
	if a.Status == http.StatusOK && a.Header.Get("Content-Disposition") != "" {
		return // the answer is a file
	}
	if a.Status == http.StatusOK {
		e := a.Envelope(t)
		if e.Success == nil || !*e.Success {
			t.Errorf("%s at %s: 200 without success: %.200s", name, at, a.Body)
		}
		return
	}
	harness.CheckRefusal(t, a)
	if a.Status == http.StatusConflict {
		checkExplained(t, a)
	}
	harness.Unchanged(t, before)
}

// checkExplained checks that a refusal by the state machine meets D-08.
func checkExplained(t *testing.T, a harness.Answer) {
	t.Helper()
	var e struct {
		Data struct {
			Refusal *struct {
				Rule, Role   string
				Allowed      []string
				AllowedRoles []string
			}
		}
	}
	if !strings.HasPrefix(a.Reason(), "order.move") && !strings.HasPrefix(a.Reason(), "order.action") {
		return
	}
	if err := json.Unmarshal(a.Body, &e); err != nil || e.Data.Refusal == nil || e.Data.Refusal.Rule == "" ||
		e.Data.Refusal.Role == "" || e.Data.Refusal.Allowed == nil ||
		e.Data.Refusal.AllowedRoles == nil {
		t.Errorf("a refused move does not say why (D-08): %s", a.Body)
	}
}

// target returns the ids for a place.
func (m *matrix) target(
	t *testing.T,
	r rule,
	op operation,
	sc harness.Scene,
	at place,
	owner string,
	status order.Status,
) target {
	a, other := sc.Review, sc.Supplied
	switch {
	case op.talks():
		a, other = sc.Talk, sc.Review
	case at == internal:
		a = sc.Internal
	case r.kind == proof.SuppliedFiles:
		a, other = sc.Supplied, sc.Review
	}
	x := target{
		order:      sc.Order,
		attachment: a.Attachment,
		version:    a.Versions[0],
		topic:      a.Public,
		comment:    a.PublicComment,
		customer:   harness.Cast[owner].CustomerID,
		message:    uuid.New(),
	}
	switch at {
	case missing:
		x.order, x.customer = uuid.New(), uuid.New()
	case astray:
		away := m.scene(t, owner, otherStatus(status), "operator2")
		other = away.Review
		if op.talks() {
			other = away.Talk
		}
		x.attachment, x.version, x.topic, x.comment = other.Attachment, other.Versions[0], other.Public, other.PublicComment
	case mixed:
		x.version, x.topic, x.comment = other.Versions[0], other.Public, other.PublicComment
	case inside, internal:
		x.topic, x.comment = a.Internal, a.InternalAnswer
	}
	return x
}

// otherStatus returns a different status, for a second order of the same account.
func otherStatus(s order.Status) order.Status {
	if s == order.InReview {
		return order.InProgress
	}
	return order.InReview
}

// upload stores the key of a real upload if the person may upload, else a key in the same form.
func (x *target) upload(t *testing.T, p *harness.Person, kind string, of uuid.UUID) {
	t.Helper()
	content := harness.Picture(t, 7)
	x.size = len(content)
	x.key = fmt.Sprintf("temp/%s/%s/%s/%s/proof.png", p.ID, uuid.New(), kind, of)
	a := p.Call(
		t, http.MethodPost, "/upload/upload-token/"+kind+"/"+of.String(),
		map[string]any{"name": "proof.png", "size": len(content), "type": "image/png"},
	)
	if a.Status != http.StatusOK {
		return
	}
	var form struct{ Data contract.UploadForm }
	if err := json.Unmarshal(a.Body, &form); err != nil {
		t.Fatal(err)
	}
	if status := harness.PostForm(t, form.Data, content); status >= 300 {
		t.Fatalf("the store answers %d to an upload", status)
	}
	x.key = form.Data.Fields["key"]
}
