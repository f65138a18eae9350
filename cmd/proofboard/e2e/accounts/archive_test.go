package accounts

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/archive"
)

// downloaded fetches a link to the file store.
func downloaded(t *testing.T, link string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := harness.World.Do(harness.World.Client, r)
	if err != nil || a.Status != http.StatusOK {
		t.Fatalf("%v %d", err, a.Status)
	}
	return a.Body
}

func content(t *testing.T, z *zip.Reader, name string) []byte {
	t.Helper()
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTheExportOfAnAccountHasWhatItsOwnerSeesAndProvesItself(t *testing.T) { // BY-044 D-13 D-51
	owner, customer := leaver(t)
	export := func() contract.AccountExport {
		t.Helper()
		return harness.MustCall[contract.AccountExportAnswer](t, owner, http.MethodGet, "/profile/export", nil).Data
	}
	if state := export().State; state != contract.NoExport {
		t.Errorf("before: %s", state)
	}
	for _, who := range []string{"admin", "manager", "both", "reseller"} {
		harness.MustRefuse(t, harness.SignedIn(t, who), 403, "forbidden", http.MethodPost, "/profile/export", nil)
		harness.MustRefuse(t, harness.SignedIn(t, who), 403, "forbidden", http.MethodGet, "/profile/export", nil)
	}

	made := harness.MustWrite(t, owner, http.MethodPost, "/order", map[string]any{
		"orderName": "Jam label", "brief": harness.Message("Red, please"), "serviceId": harness.Labels,
	})
	o := made.Data.Order.Id
	supplied := harness.Picture(t, 10)
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "wish.png", supplied)
	harness.Do(t, "admin", &commands.ActOnOrder{Order: o, Action: order.Publish})
	harness.Do(t, "manager", harness.Assign(o))
	harness.Move(t, "manager", o, order.InProgress)
	operator := harness.SignedIn(t, "operator")
	harness.UploadFile(t, operator, o, proof.InternalReview, "secret.png", harness.Picture(t, 30))
	harness.UploadFile(t, operator, o, proof.CustomerReview, "label.png", harness.Picture(t, 50))
	review := operator.Order(t, o).Attachments.CustomerReview[0]
	version := review.Versions[0].Id
	on := harness.Attachment{Attachment: review.Id, Versions: [2]uuid.UUID{version, version}}
	public, _ := harness.Discuss(t, o, on, "operator", true)
	hidden, _ := harness.Discuss(t, o, on, "operator", false)
	said, reply := harness.Discuss(t, o, harness.Attachment{}, "operator", true)
	aside, _ := harness.Discuss(t, o, harness.Attachment{}, "operator", false)
	harness.Do(t, "creative", &commands.DecideVersion{Order: o, Attachment: review.Id, Version: version, Approve: true})
	harness.Move(t, "manager", o, order.InReview)
	harness.Move(t, "manager", o, order.Approved)

	browser := harness.Listen(t, owner)
	key := uuid.New()
	first := harness.MustCall[contract.AccountExportAnswer](
		t, owner, http.MethodPost, "/profile/export", nil, harness.Key(key),
	).Data
	if first.State != contract.ExportWaiting && first.State != contract.ExportReady {
		t.Errorf("asked for: %+v", first)
	}
	browser.Expect(t, "account-export", `"state":"ready"`)
	ready := export()
	if ready.State != contract.ExportReady || *ready.Orders != 1 || *ready.Written != 1 || *ready.FileSize == 0 {
		t.Fatalf("%+v", ready)
	}
	b := downloaded(t, *ready.Link)
	if int64(len(b)) != *ready.FileSize {
		t.Errorf("%d bytes, want %d", len(b), *ready.FileSize)
	}
	keys := harness.MustCall[contract.AuditKeyAnswer](t, owner, http.MethodGet, "/audit/key", nil).Data.Keys
	found, err := archive.Check(bytes.NewReader(b), int64(len(b)), keys...)
	if err != nil || found.Account.String() != customer || found.Certificates != 2 {
		t.Fatalf("%v %+v", err, found)
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var about struct {
		Number, Name, Brief, Status string
		Attachments                 []struct {
			Kind     string
			Versions []struct{ File, Name, Certificate, AddedBy string }
		}
	}
	folder := "orders/" + owner.Order(t, o).OrderId
	if err := json.Unmarshal(content(t, z, folder+"/order.json"), &about); err != nil {
		t.Fatal(err)
	}
	if about.Name != "Jam label" || !strings.Contains(about.Brief, "Red, please") || about.Status != "approved" ||
		len(about.Attachments) != 2 {
		t.Errorf("%+v", about)
	}
	for _, a := range about.Attachments {
		v := a.Versions[0]
		switch a.Kind {
		case string(proof.SuppliedFiles):
			if got := content(t, z, v.File); !bytes.Equal(got, supplied) || v.AddedBy == "" {
				t.Errorf("%+v", v)
			}
		case string(proof.CustomerReview):
			if content(t, z, v.Certificate) == nil || !strings.HasPrefix(v.File, folder+"/files/") {
				t.Errorf("%+v", v)
			}
		default:
			t.Errorf("the owner gets %+v", a)
		}
	}
	comments := string(content(t, z, folder+"/comments.json"))
	if !strings.Contains(comments, public.String()) || strings.Contains(comments, hidden.String()) {
		t.Errorf("comments: %s", comments)
	}
	conversation := string(content(t, z, folder+"/conversation.json"))
	if !strings.Contains(conversation, said.String()) || !strings.Contains(conversation, reply.String()) ||
		strings.Contains(conversation, aside.String()) || strings.Contains(comments, said.String()) {
		t.Errorf("conversation: %s", conversation)
	}
	history := string(content(t, z, folder+"/history.jsonl"))
	for line := range strings.SplitSeq(strings.TrimSpace(history), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("a line of the history: %s", line)
		}
	}
	if !strings.Contains(history, "order.drafted") {
		t.Errorf("history: %s", history)
	}
	for _, f := range z.File {
		if all := content(
			t,
			z,
			f.Name,
		); bytes.Contains(all, []byte("secret.png")) ||
			bytes.Contains(all, []byte(hidden.String())) {
			t.Errorf("%s has what the owner may not see", f.Name)
		}
	}
	if people := string(content(t, z, "account.json")); !strings.Contains(people, owner.Email) ||
		strings.Contains(people, "a-Good-one-7") {
		t.Errorf("account: %s", people)
	}

	// The same call is the same export, and gets the first answer (D-85). Three a day are made.
	if again := harness.MustCall[contract.AccountExportAnswer](
		t, owner, http.MethodPost, "/profile/export", nil, harness.Key(key),
	).Data; again.State != contract.ExportWaiting || export().State != contract.ExportReady {
		t.Errorf("asked for again: %+v", again)
	}
	for range 2 {
		harness.MustCall[contract.AccountExportAnswer](t, owner, http.MethodPost, "/profile/export", nil)
		harness.Eventually(t, "another export", func() bool { return export().State == contract.ExportReady })
	}
	harness.MustRefuse(t, owner, 429, "archive.daily_limit", http.MethodPost, "/profile/export", nil)
}
