package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// publicKeys returns the public keys of the log, which every signed-in person may read.
func publicKeys(t *testing.T, by string) []string {
	t.Helper()
	return ok[contract.AuditKeyAnswer](t, as(t, by), http.MethodGet, "/audit/key", nil).Data.Keys
}

func TestAnAdminHasHeadsAndProofsThatCheckWithThePublicKeyAlone(t *testing.T) { // BY-021
	draft(t, "owner")
	draft(t, "owner")
	last := head(t)
	admin, keys := as(t, "admin"), publicKeys(t, "looker")
	at := ok[contract.AuditProofAnswer](t, admin, http.MethodGet, fmt.Sprintf("/audit/proof/%d", last), nil).Data
	p, err := translog.ReadProof([]byte(at.File))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Check(keys...); err != nil || p.Position != last || at.Position != last {
		t.Errorf("the proof of %d: %v, %+v", last, err, at)
	}
	newest := ok[contract.AuditHeadAnswer](t, admin, http.MethodGet, "/audit/head", nil).Data
	v, err := note.NewVerifier(keys[0])
	if err != nil {
		t.Fatal(err)
	}
	h, err := translog.OpenHead(newest.Signed, v)
	if err != nil || h.Size < last || h.Size != newest.Size || h.Hash.String() != newest.Hash || h.Log != newest.Log {
		t.Errorf("the head: %v, %+v", err, newest)
	}
	for query, sizes := range map[string][2]int64{
		"":                                     {1, 0},
		fmt.Sprintf("?from=%d", last):          {last, 0},
		fmt.Sprintf("?from=2&to=%d", last):     {2, last},
		fmt.Sprintf("?from=%d&to=%[1]d", last): {last, last},
	} {
		g := ok[contract.AuditGrowthAnswer](t, admin, http.MethodGet, "/audit/growth"+query, nil).Data
		proof, err := translog.ReadGrowth([]byte(g.File))
		if err != nil {
			t.Fatal(err)
		}
		old, grown, err := proof.Check(keys...)
		if err != nil || old.Size != sizes[0] || sizes[1] > 0 && grown.Size != sizes[1] || grown.Size != g.Head.Size ||
			old.Size != g.Old.Size {
			t.Errorf("growth%s: %v, %d to %d", query, err, old.Size, grown.Size)
		}
	}
}

func TestPositionsAndSizesThatTheLogDoesNotHaveAreRefusedWithAReason(t *testing.T) { // BY-021
	admin := as(t, "admin")
	for path, want := range map[string]struct {
		status int
		reason string
	}{
		"/audit/proof/9007199254740991":             {404, "audit.not_covered"},
		"/audit/proof/0":                            {400, "request.invalid"},
		"/audit/proof/-1":                           {400, "request.invalid"},
		"/audit/proof/9007199254740992":             {400, "request.invalid"},
		"/audit/proof/one":                          {400, "request.invalid"},
		"/audit/growth?from=3&to=2":                 {400, "audit.sizes_invalid"},
		"/audit/growth?from=9007199254740991":       {404, "audit.not_covered"},
		"/audit/growth?from=1&to=9007199254740991":  {404, "audit.not_covered"},
		"/audit/growth?from=0":                      {400, "request.invalid"},
		"/audit/growth?from=1&to=99999999999999999": {400, "request.invalid"},
	} {
		refused(t, admin, want.status, want.reason, http.MethodGet, path, nil)
	}
}

// approved returns a scene with an approved order, whose proof and internal proof each have an
// approved first version.
func approved(t *testing.T, owner string) scene {
	t.Helper()
	sc := play(t, owner, order.InProgress, "operator2")
	for _, s := range []set{sc.review, sc.internal} {
		do(t, "creative", commands.NewDecideVersion(sc.order, s.attachment, s.versions[0], true))
	}
	move(t, "manager", sc.order, order.InReview)
	return sc
}

func certificateOf(sc scene, s set, version int, format string) string {
	return path(sc, s) + "/version/" + s.versions[version].String() + "/certificate?format=" + format
}

func fetch(t *testing.T, by, at string) answer {
	t.Helper()
	a := as(t, by).get(t, at)
	if a.status != http.StatusOK {
		t.Fatalf("%s by %s: %d %s", at, by, a.status, a.body)
	}
	return a
}

func TestAnApprovalIsCertifiedAndTheCertificateChecksWithThePublicKeyAlone(t *testing.T) { // BY-023, BY-024, D-33
	sc := approved(t, "owner")
	keys := publicKeys(t, "owner")
	text := fetch(t, "manager", certificateOf(sc, sc.review, 0, "json"))
	c, head, err := certificate.Check(text.body, keys...)
	if err != nil {
		t.Fatal(err)
	}
	if c.Order != sc.order || c.Attachment != sc.review.attachment || c.Version.ID != sc.review.versions[0] ||
		c.Version.Number != 1 ||
		c.Decision.By != cast["creative"].ID ||
		c.Decision.Role != "creative_manager" ||
		head.Size < c.Proof.Position {
		t.Errorf("it says %+v", c)
	}
	// The version has two topics with one comment each. One topic is on the internal tab.
	byID := map[uuid.UUID]certificate.Annotation{}
	for _, a := range c.Annotations {
		byID[a.ID] = a
	}
	sum := sha256.Sum256([]byte(markOf(t, sc)))
	if a := byID[sc.review.public]; len(byID) != 2 || a.Tab != "public" || a.State != "open" || a.Comments != 1 ||
		a.Page != 1 ||
		a.Mark != hex.EncodeToString(sum[:]) {
		t.Errorf("annotations %+v", c.Annotations)
	}
	if a := byID[sc.review.internal]; a.Tab != "internal" {
		t.Errorf("annotations %+v", c.Annotations)
	}
	for _, private := range []string{cast["creative"].Email, cast["creative"].Lastname, "operator2@", "look here"} {
		if bytes.Contains(text.body, []byte(private)) {
			t.Errorf("it holds %q", private)
		}
	}
	if again := fetch(t, "manager", certificateOf(sc, sc.review, 0, "json")); !bytes.Equal(again.body, text.body) {
		t.Error("asked for again, it is another one")
	}
	pdf := fetch(t, "manager", certificateOf(sc, sc.review, 0, "pdf"))
	inside, _, err := certificate.Check(pdf.body, keys...)
	if err != nil {
		t.Fatal(err)
	}
	if document, err := inside.Encode(); err != nil || !bytes.Equal(document, text.body) ||
		pdf.header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the PDF holds another certificate (%v), type %q", err, pdf.header.Get("Content-Type"))
	}
	for _, b := range [][]byte{text.body, pdf.body} {
		changed := bytes.Clone(b)
		changed[len(changed)/2] ^= 1
		if _, _, err := certificate.Check(changed, keys...); !errors.Is(err, certificate.ErrRefused) {
			t.Errorf("a changed byte: %v", err)
		}
	}
}

// markOf returns the stored mark of the public topic of the review.
func markOf(t *testing.T, sc scene) string {
	t.Helper()
	detail := get(t, "manager", path(sc, sc.review)+"/version/"+sc.review.versions[0].String())
	mark, _ := detail.in(t, "data.public.0")["annotation"].(string)
	if mark == "" {
		t.Fatal("the topic has no mark")
	}
	return mark
}

func TestACertificateIsForPeopleWhoMaySeeTheVersionAndItsApproval(t *testing.T) { // BY-023, BD-017, D-13, D-69
	done := func(owner string) scene {
		sc := approved(t, owner)
		move(t, "manager", sc.order, order.Approved)
		return sc
	}
	own, reviewed, foreign := map[string]scene{"owner": done("owner"), "resold": done("resold")}, map[string]scene{
		"owner":  approved(t, "owner"),
		"resold": approved(t, "resold"),
	}, done("beta")
	const theirs = "200 200 200 200 200 200   200 200 200 200 404 200" // for approved orders: the customer's people and roles that see approvals
	for name, column := range who {
		sc, review := own[ownerOf(name)], reviewed[ownerOf(name)]
		missing := sc
		missing.order = uuid.New()
		mixed := sc.review
		mixed.versions = sc.internal.versions
		for what, c := range map[string]struct{ at, expect string }{
			"own":      {certificateOf(sc, sc.review, 0, "json"), theirs},
			"review":   {certificateOf(review, review.review, 0, "json"), reviewers},
			"foreign":  {certificateOf(foreign, foreign.review, 0, "json"), reviewers},
			"missing":  {certificateOf(missing, sc.review, 0, "pdf"), nobody},
			"astray":   {certificateOf(sc, foreign.review, 0, "pdf"), nobody},
			"mixed":    {certificateOf(sc, mixed, 0, "json"), nobody},
			"internal": {certificateOf(sc, sc.internal, 0, "pdf"), reviewers},
		} {
			a := as(t, name).get(t, c.at)
			if want := strings.Fields(c.expect)[slices.Index(columns, column)]; fmt.Sprint(a.status) != want {
				t.Errorf("%s at %s: %d, want %s: %.300s", name, what, a.status, want, a.body)
			}
		}
	}
	sc := own["owner"]
	c, err := certificate.Decode(fetch(t, "owner", certificateOf(sc, sc.review, 0, "json")).body)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tabs) != 1 || len(c.Annotations) != 1 ||
		c.Annotations[0].ID != sc.review.public { // D-16: people without the internal tab do not see its topics
		t.Errorf("the owner gets annotations of %v: %+v", c.Tabs, c.Annotations)
	}
	hidden := play(t, "owner", order.InProgress, "operator2") // BD-019: while in progress, the customer does not see it
	do(
		t, "creative",
		commands.NewDecideVersion(hidden.order, hidden.review.attachment, hidden.review.versions[0], true),
	)
	refused(
		t, as(t, "owner"), http.StatusNotFound, "not_found", http.MethodGet,
		certificateOf(hidden, hidden.review, 0, "json"), nil,
	)
}

func TestWhatWasNotApprovedHasNoCertificateAndWhatChangedAfterwardsKeepsIts(t *testing.T) { // BY-023, D-15
	sc := play(t, "owner", order.InProgress, "operator2")
	manager, at := as(t, "manager"), certificateOf(sc, sc.review, 0, "json")
	decide := func(approve bool) {
		do(t, "creative", commands.NewDecideVersion(sc.order, sc.review.attachment, sc.review.versions[0], approve))
	}
	refused(t, manager, http.StatusNotFound, "certificate.no_approval", http.MethodGet, at, nil)
	decide(true)
	before := fetch(t, "manager", at)
	decide(false)
	refused(t, manager, http.StatusNotFound, "certificate.approval_withdrawn", http.MethodGet, at, nil)
	decide(true)
	second := fetch(t, "manager", at)
	one, _, err := certificate.Check(before.body, publicKeys(t, "manager")...)
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := certificate.Check(second.body, publicKeys(t, "manager")...)
	if err != nil {
		t.Fatal(err)
	}
	if two.Proof.Position <= one.Proof.Position {
		t.Errorf(
			"approved again, the certificate is of event %d, the first was of %d", two.Proof.Position,
			one.Proof.Position,
		)
	}
	// The topic's state, its deletion and the file change. The certificate still describes the
	// moment of the decision.
	do(t, "operator2", &commands.DeleteTopic{
		TopicPath: commands.TopicPath{
			Order:      sc.order,
			Attachment: sc.review.attachment,
			Version:    sc.review.versions[0],
			Topic:      sc.review.public,
		},
	})
	replaced := proof.File{
		Name:        "other.png",
		ContentType: "image/png",
		Key:         "k2",
		Size:        7,
		SHA256:      strings.Repeat("b", 64),
	}
	do(t, "manager", commands.NewReplaceFile(sc.order, sc.review.attachment, sc.review.versions[0], replaced))
	after, _, err := certificate.Check(fetch(t, "manager", at).body, publicKeys(t, "manager")...)
	if err != nil {
		t.Fatal(err)
	}
	if want := []certificate.Change{
		{What: "replaced", Count: 1},
		{What: "deleted", Count: 1},
	}; !slices.Equal(after.Since, want) ||
		two.Since != nil { // BY-030
		t.Errorf("it says that %v changed since, want %v; before that %v", after.Since, want, two.Since)
	}
	after.Since, after.Proof, after.Signature, two.Signature = nil, two.Proof, "", ""
	if diff := cmp.Diff(two, after); diff != "" {
		t.Errorf("after another file and another annotation it differs in more than that: %s", diff)
	}
}

func TestTheVerifierPageIsPublicAndMayReachNothing(t *testing.T) { // BY-023
	res, err := world.http.Get(world.base + "/verify")
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	_, err = page.ReadFrom(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		t.Fatal(err)
	}
	policy := res.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'sha256-", "style-src 'sha256-", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy is %q, without %q", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || res.StatusCode != http.StatusOK {
		t.Errorf("%d, policy %q", res.StatusCode, policy)
	}
	for _, key := range publicKeys(t, "owner") {
		if !strings.Contains(page.String(), `content="`+strings.ReplaceAll(key, "+", "&#43;")+`"`) &&
			!strings.Contains(page.String(), key) {
			t.Errorf("the page does not hold the key %s", key)
		}
	}
	res, err = world.http.Get(world.base + "/verify?download")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if !strings.Contains(res.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the download is %q", res.Header.Get("Content-Disposition"))
	}
}

func TestAHeadIsPublishedOnceToTheFolderAndToTheStore(t *testing.T) { // BY-021, BY-022
	folder := translog.Folder(filepath.Join(filepath.Dir(world.log.Name()), "audit", "heads"))
	published := func() []string {
		if err := world.PublishHead(t.Context()); err != nil {
			t.Fatal(err)
		}
		onDisk, err := folder.Heads(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		stored, err := world.HeadsInStore(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(onDisk) == 0 || !slices.Equal(onDisk, stored) {
			t.Fatalf("%q in the folder, %q in the store", onDisk, stored)
		}
		return stored
	}
	draft(t, "owner")
	before := published()
	draft(t, "owner")
	after := published()
	if len(after) <= len(before) || !slices.Equal(after[:len(before)], before) {
		t.Errorf("%q, then %q", before, after)
	}
	report, err := world.Tree.Verify(t.Context(), world.AuditKeys.Verifiers, after, func(int64) {})
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("%v, %+v", err, report)
	}
}
