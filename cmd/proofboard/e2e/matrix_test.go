package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// columns lists the columns of the matrix. Two people of a reseller have the expectations of the
// owner's column, for orders of their own.
var columns = []string{
	"owner",
	"both",
	"collab",
	"approver",
	"neither",
	"looker",
	"operator",
	"manager",
	"creative",
	"production",
	"cso",
	"admin",
}

// who maps all people of the matrix to the column with their expectations.
var who = func() map[string]string {
	all := map[string]string{"reseller": "owner", "resold": "owner"}
	for _, c := range columns {
		all[c] = c
	}
	return all
}()

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

// expectation contains one line of the table for each place, with the expected status for each
// column.
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
type operation struct{ method, path string }

func operations(t *testing.T) map[string]operation {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Spec)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]operation{}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			all[o.OperationID] = operation{method, path}
		}
	}
	return all
}

func (o operation) at(x target) string {
	return strings.NewReplacer("{orderId}", x.order.String(), "{attachmentId}", x.attachment.String(), "{versionId}", x.version.String(), "{topicId}", x.topic.String(),
		"{commentId}", x.comment.String(), "{reason}", "wrong%20file", "{scope}", "card", "{messageId}", x.message.String(), "{presetId}", x.message.String(), "{group}", x.order.String(),
		"{projection}", "board", "{entryId}", printing.String(), "{downloadId}", x.message.String(), "{stream}", x.message.String(), "{jobId}", x.message.String(), "{guestId}", x.message.String(), "{position}", "1").
		Replace(o.path)
}

func TestEveryOperationOfTheContractIsInTheMatrix(t *testing.T) {
	listed := map[string]bool{}
	for _, r := range rules {
		listed[r.operation()] = true
	}
	ops := operations(t)
	for name := range ops {
		if _, elsewhere := notInTheMatrix[name]; !listed[name] && !elsewhere {
			t.Errorf("%s is not in the matrix: say who may call it", name)
		}
	}
	for name := range listed {
		if _, known := ops[name]; !known {
			t.Errorf("the matrix has %s, the contract does not", name)
		}
	}
}

// Everybody calls every operation at every place (SH-093..SH-107, D-09, D-12, D-13, D-17, D-22,
// D-26). A refused call must change nothing. SH-093 SH-097 SH-098 SH-099 SH-100 SH-101 SH-102
// SH-103 D-09 D-12 D-13 D-26.
func TestRolesMayDoWhatTheDocumentsSayAndNothingElse(t *testing.T) {
	ops := operations(t)
	m := &matrix{scenes: map[string]scene{}}
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			op := ops[r.operation()]
			for name, column := range who {
				for _, at := range places {
					line, has := r.expect[at]
					if !has {
						continue
					}
					want := strings.Fields(line)[slices.Index(columns, column)]
					if r.operation() == "inviteGuest" {
						forgive(t) // all callers invite the same person
					}
					m.check(t, r, op, name, at, want)
				}
			}
		})
	}
}

// matrix reuses scenes for calls that are refused or harmless, because these calls do not change
// them.
type matrix struct{ scenes map[string]scene }

func (m *matrix) scene(t *testing.T, owner string, s order.Status, author string) scene {
	t.Helper()
	name := owner + " " + string(s) + " " + author
	if _, set := m.scenes[name]; !set {
		m.scenes[name] = play(t, owner, s, author)
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
) scene {
	t.Helper()
	if want != "200" || r.harmless || op.method == http.MethodGet {
		return m.scene(t, owner, s, author)
	}
	sc := stage(t, owner, s)
	k := r.kind
	switch {
	case at == internal:
		k = proof.InternalReview
	case k == "":
		k = proof.CustomerReview
	}
	if strings.Contains(op.path, "{attachmentId}") {
		*sc.set(k) = attach(t, sc.order, owner, k)
	}
	if strings.Contains(op.path, "{topicId}") || strings.Contains(op.path, "{commentId}") {
		sc.set(k).discuss(t, sc.order, k, author)
	}
	return sc
}

func ownerOf(name string) string {
	if u := cast[name]; u.ClientID == resellerClient {
		return "resold"
	}
	return "owner"
}

func (m *matrix) check(t *testing.T, r rule, op operation, name string, at place, want string) {
	t.Helper()
	owner, status := ownerOf(name), r.status
	if status == "" {
		status = order.InReview
	}
	if at == foreign {
		owner = "beta"
	}
	if at == foreign && want == "200" && !r.harmless && cast[name].Role.IsProvider() && op.method != http.MethodGet {
		return // the provider has no foreign orders; the place own covers them
	}
	author := "operator2"
	if r.authored && want == "200" {
		author = name
	}
	sc := m.scenery(t, r, op, owner, status, author, at, want)
	x := m.target(t, r, sc, at, owner, status)
	kind, of := "attachment", x.order
	if strings.HasSuffix(r.name, "/version") {
		kind, of = "attachment-version", x.attachment
	}
	if r.operation() == "completeUpload" {
		x.upload(t, as(t, name), kind, of)
	}
	path := strings.NewReplacer("{kind}", kind, "{id}", of.String()).
		Replace(op.at(x)) +
		strings.ReplaceAll(r.query, "{order}", x.order.String())
	var body any
	if r.body != nil {
		body = r.body(x)
	}
	before := head(t)
	a := as(t, name).call(t, op.method, path, body)
	if got := fmt.Sprint(a.status); got != want {
		t.Errorf("%s at %s: %s %s: %s, want %s: %.400s", name, at, op.method, path, got, want, a.body)
	}
	if a.status == http.StatusOK && a.header.Get("Content-Disposition") != "" {
		return // the answer is a file
	}
	if a.status == http.StatusOK {
		e := a.envelope(t)
		if e.Success == nil || !*e.Success {
			t.Errorf("%s at %s: 200 without success: %.200s", name, at, a.body)
		}
		return
	}
	checkRefusal(t, a)
	if a.status == http.StatusConflict {
		checkExplained(t, a)
	}
	unchanged(t, before)
}

// checkExplained checks that a refusal by the state machine meets D-08.
func checkExplained(t *testing.T, a answer) {
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
	if !strings.HasPrefix(a.reason(), "order.move") && !strings.HasPrefix(a.reason(), "order.action") {
		return
	}
	if err := json.Unmarshal(a.body, &e); err != nil || e.Data.Refusal == nil || e.Data.Refusal.Rule == "" ||
		e.Data.Refusal.Role == "" || e.Data.Refusal.Allowed == nil ||
		e.Data.Refusal.AllowedRoles == nil {
		t.Errorf("a refused move does not say why (D-08): %s", a.body)
	}
}

// target returns the ids for a place.
func (m *matrix) target(t *testing.T, r rule, sc scene, at place, owner string, status order.Status) target {
	a := sc.review
	if r.kind == proof.SuppliedFiles {
		a = sc.supplied
	}
	if at == internal {
		a = sc.internal
	}
	x := target{
		order:      sc.order,
		attachment: a.attachment,
		version:    a.versions[0],
		topic:      a.public,
		comment:    a.publicComment,
		customer:   cast[owner].CustomerID,
		message:    uuid.New(),
	}
	switch at {
	case missing:
		x.order, x.customer = uuid.New(), uuid.New()
	case astray:
		other := m.scene(t, owner, otherStatus(status), "operator2").review
		x.attachment, x.version, x.topic, x.comment = other.attachment, other.versions[0], other.public, other.publicComment
	case mixed:
		other := sc.supplied
		if r.kind == proof.SuppliedFiles {
			other = sc.review
		}
		x.version, x.topic, x.comment = other.versions[0], other.public, other.publicComment
	case inside, internal:
		x.topic, x.comment = a.internal, a.internalAnswer
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
func (x *target) upload(t *testing.T, p *person, kind string, of uuid.UUID) {
	t.Helper()
	content := picture(t, 7)
	x.size = len(content)
	x.key = fmt.Sprintf("temp/%s/%s/%s/%s/proof.png", p.ID, uuid.New(), kind, of)
	a := p.call(
		t, http.MethodPost, "/upload/upload-token/"+kind+"/"+of.String(),
		map[string]any{"name": "proof.png", "size": len(content), "type": "image/png"},
	)
	if a.status != http.StatusOK {
		return
	}
	var form struct{ Data contract.UploadForm }
	if err := json.Unmarshal(a.body, &form); err != nil {
		t.Fatal(err)
	}
	if status := post(t, form.Data, content); status >= 300 {
		t.Fatalf("the store answers %d to an upload", status)
	}
	x.key = form.Data.Fields["key"]
}

func head(t *testing.T) int64 {
	t.Helper()
	at, err := world.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// unchanged checks that only the system has written events since a log position. Notifications of
// earlier events may still arrive.
func unchanged(t *testing.T, since int64) {
	t.Helper()
	if head(t) == since {
		return
	}
	events, err := world.Store.Read(t.Context(), since, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Meta.Role != domain.System {
			t.Errorf("a refused call wrote %s at %d", e.Type, e.Position)
		}
	}
}
