package proofs

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
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// publicKeys returns the public keys of the log, which every signed-in person may read.
func publicKeys(t *testing.T, by string) []string {
	t.Helper()
	return harness.MustCall[contract.AuditKeyAnswer](
		t,
		harness.SignedIn(t, by),
		http.MethodGet,
		"/audit/key",
		nil,
	).Data.Keys
}

func TestAnAdminHasHeadsAndProofsThatCheckWithThePublicKeyAlone(t *testing.T) { // BY-021
	harness.Draft(t, "owner")
	harness.Draft(t, "owner")
	last := harness.Head(t)
	admin, keys := harness.SignedIn(t, "admin"), publicKeys(t, "looker")
	at := harness.MustCall[contract.AuditProofAnswer](
		t,
		admin,
		http.MethodGet,
		fmt.Sprintf("/audit/proof/%d", last),
		nil,
	).Data
	p, err := translog.ReadProof([]byte(at.File))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Check(keys...); err != nil || p.Position != last || at.Position != last {
		t.Errorf("the proof of %d: %v, %+v", last, err, at)
	}
	newest := harness.MustCall[contract.AuditHeadAnswer](t, admin, http.MethodGet, "/audit/head", nil).Data
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
		g := harness.MustCall[contract.AuditGrowthAnswer](t, admin, http.MethodGet, "/audit/growth"+query, nil).Data
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
	admin := harness.SignedIn(t, "admin")
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
		harness.MustRefuse(t, admin, want.status, want.reason, http.MethodGet, path, nil)
	}
}

// approved returns a scene with an approved order, whose proof and internal proof each have an
// approved first version.
func approved(t *testing.T, owner string) harness.Scene {
	t.Helper()
	sc := harness.NewDiscussedScene(t, owner, order.InProgress, "operator2")
	for _, s := range []harness.Attachment{sc.Review, sc.Internal} {
		harness.Do(
			t,
			"creative",
			&commands.DecideVersion{Order: sc.Order, Attachment: s.Attachment, Version: s.Versions[0], Approve: true},
		)
	}
	harness.Move(t, "manager", sc.Order, order.InReview)
	return sc
}

func certificateOf(sc harness.Scene, s harness.Attachment, version int, format string) string {
	return harness.AttachmentPath(sc, s) + "/version/" + s.Versions[version].String() + "/certificate?format=" + format
}

func fetch(t *testing.T, by, at string) harness.Answer {
	t.Helper()
	a := harness.SignedIn(t, by).Get(t, at)
	if a.Status != http.StatusOK {
		t.Fatalf("%s by %s: %d %s", at, by, a.Status, a.Body)
	}
	return a
}

func TestAnApprovalIsCertifiedAndTheCertificateChecksWithThePublicKeyAlone(t *testing.T) { // BY-023, BY-024, D-33
	sc := approved(t, "owner")
	keys := publicKeys(t, "owner")
	text := fetch(t, "manager", certificateOf(sc, sc.Review, 0, "json"))
	c, head, err := certificate.Check(text.Body, keys...)
	if err != nil {
		t.Fatal(err)
	}
	if c.Order != sc.Order || c.Attachment != sc.Review.Attachment || c.Version.ID != sc.Review.Versions[0] ||
		c.Version.Number != 1 ||
		c.Decision.By != harness.Cast["creative"].ID ||
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
	if a := byID[sc.Review.Public]; len(byID) != 2 || a.Tab != "public" || a.State != "open" || a.Comments != 1 ||
		a.Page != 1 ||
		a.Mark != hex.EncodeToString(sum[:]) {
		t.Errorf("annotations %+v", c.Annotations)
	}
	if a := byID[sc.Review.Internal]; a.Tab != "internal" {
		t.Errorf("annotations %+v", c.Annotations)
	}
	for _, private := range []string{harness.Cast["creative"].Email, harness.Cast["creative"].Lastname, "operator2@", "look here"} {
		if bytes.Contains(text.Body, []byte(private)) {
			t.Errorf("it holds %q", private)
		}
	}
	if again := fetch(t, "manager", certificateOf(sc, sc.Review, 0, "json")); !bytes.Equal(again.Body, text.Body) {
		t.Error("asked for again, it is another one")
	}
	pdf := fetch(t, "manager", certificateOf(sc, sc.Review, 0, "pdf"))
	inside, _, err := certificate.Check(pdf.Body, keys...)
	if err != nil {
		t.Fatal(err)
	}
	if document, err := inside.Encode(); err != nil || !bytes.Equal(document, text.Body) ||
		pdf.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the PDF holds another certificate (%v), type %q", err, pdf.Header.Get("Content-Type"))
	}
	for _, b := range [][]byte{text.Body, pdf.Body} {
		changed := bytes.Clone(b)
		changed[len(changed)/2] ^= 1
		if _, _, err := certificate.Check(changed, keys...); !errors.Is(err, certificate.ErrRefused) {
			t.Errorf("a changed byte: %v", err)
		}
	}
}

// markOf returns the stored mark of the public topic of the review.
func markOf(t *testing.T, sc harness.Scene) string {
	t.Helper()
	detail := harness.GetObject(
		t,
		"manager",
		harness.AttachmentPath(sc, sc.Review)+"/version/"+sc.Review.Versions[0].String(),
	)
	mark, _ := detail.In(t, "data.public.0")["annotation"].(string)
	if mark == "" {
		t.Fatal("the topic has no mark")
	}
	return mark
}

func TestACertificateIsForPeopleWhoMaySeeTheVersionAndItsApproval(t *testing.T) { // BY-023, BD-017, D-13, D-69
	done := func(owner string) harness.Scene {
		sc := approved(t, owner)
		harness.Move(t, "manager", sc.Order, order.Approved)
		return sc
	}
	own, reviewed, foreign := map[string]harness.Scene{
		"owner":  done("owner"),
		"resold": done("resold"),
	}, map[string]harness.Scene{
		"owner":  approved(t, "owner"),
		"resold": approved(t, "resold"),
	}, done(
		"beta",
	)
	const theirs = "404 cso; 200" // for approved orders: the customer's people and roles that see approvals
	for name, column := range harness.WhoCalls {
		sc, review := own[harness.OwnerOf(name)], reviewed[harness.OwnerOf(name)]
		missing := sc
		missing.Order = uuid.New()
		mixed := sc.Review
		mixed.Versions = sc.Internal.Versions
		for what, c := range map[string]struct{ at, expect string }{
			"own":      {certificateOf(sc, sc.Review, 0, "json"), theirs},
			"review":   {certificateOf(review, review.Review, 0, "json"), harness.Reviewers},
			"foreign":  {certificateOf(foreign, foreign.Review, 0, "json"), harness.Reviewers},
			"missing":  {certificateOf(missing, sc.Review, 0, "pdf"), harness.Nobody},
			"astray":   {certificateOf(sc, foreign.Review, 0, "pdf"), harness.Nobody},
			"mixed":    {certificateOf(sc, mixed, 0, "json"), harness.Nobody},
			"internal": {certificateOf(sc, sc.Internal, 0, "pdf"), harness.Reviewers},
		} {
			a := harness.SignedIn(t, name).Get(t, c.at)
			if want := harness.Status(t, c.expect, column); a.Status != want {
				t.Errorf("%s at %s: %d, want %d: %.300s", name, what, a.Status, want, a.Body)
			}
		}
	}
	sc := own["owner"]
	c, err := certificate.Decode(fetch(t, "owner", certificateOf(sc, sc.Review, 0, "json")).Body)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tabs) != 1 || len(c.Annotations) != 1 ||
		c.Annotations[0].ID != sc.Review.Public { // D-16: people without the internal tab do not see its topics
		t.Errorf("the owner gets annotations of %v: %+v", c.Tabs, c.Annotations)
	}
	hidden := harness.NewDiscussedScene(
		t,
		"owner",
		order.InProgress,
		"operator2",
	) // BD-019: while in progress, the customer does not see it
	harness.Do(
		t,
		"creative",
		&commands.DecideVersion{
			Order:      hidden.Order,
			Attachment: hidden.Review.Attachment,
			Version:    hidden.Review.Versions[0],
			Approve:    true,
		},
	)
	harness.MustRefuse(
		t, harness.SignedIn(t, "owner"), http.StatusNotFound, "not_found", http.MethodGet,
		certificateOf(hidden, hidden.Review, 0, "json"), nil,
	)
}

func TestWhatWasNotApprovedHasNoCertificateAndWhatChangedAfterwardsKeepsIts(t *testing.T) { // BY-023, D-15
	sc := harness.NewDiscussedScene(t, "owner", order.InProgress, "operator2")
	manager, at := harness.SignedIn(t, "manager"), certificateOf(sc, sc.Review, 0, "json")
	decide := func(approve bool) {
		harness.Do(
			t,
			"creative",
			&commands.DecideVersion{
				Order:      sc.Order,
				Attachment: sc.Review.Attachment,
				Version:    sc.Review.Versions[0],
				Approve:    approve,
			},
		)
	}
	harness.MustRefuse(t, manager, http.StatusNotFound, "certificate.no_approval", http.MethodGet, at, nil)
	decide(true)
	before := fetch(t, "manager", at)
	decide(false)
	harness.MustRefuse(t, manager, http.StatusNotFound, "certificate.approval_withdrawn", http.MethodGet, at, nil)
	decide(true)
	second := fetch(t, "manager", at)
	one, _, err := certificate.Check(before.Body, publicKeys(t, "manager")...)
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := certificate.Check(second.Body, publicKeys(t, "manager")...)
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
	harness.Do(t, "operator2", &commands.DeleteTopic{
		TopicPath: commands.TopicPath{
			Order:      sc.Order,
			Attachment: sc.Review.Attachment,
			Version:    sc.Review.Versions[0],
			Topic:      sc.Review.Public,
		},
	})
	replaced := proof.File{
		Name:        "other.png",
		ContentType: "image/png",
		Key:         "k2",
		Size:        7,
		SHA256:      strings.Repeat("b", 64),
	}
	harness.Do(
		t,
		"manager",
		&commands.ReplaceFile{
			Order:      sc.Order,
			Attachment: sc.Review.Attachment,
			Version:    sc.Review.Versions[0],
			File:       replaced,
		},
	)
	after, _, err := certificate.Check(fetch(t, "manager", at).Body, publicKeys(t, "manager")...)
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
	res, err := harness.World.Client.Get(harness.World.Base + "/verify")
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
	res, err = harness.World.Client.Get(harness.World.Base + "/verify?download")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if !strings.Contains(res.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the download is %q", res.Header.Get("Content-Disposition"))
	}
}

func TestAHeadIsPublishedOnceToTheFolderAndToTheStore(t *testing.T) { // BY-021, BY-022
	folder := translog.Folder(filepath.Join(filepath.Dir(harness.World.Log.Name()), "audit", "heads"))
	published := func() []string {
		if err := harness.World.PublishHead(t.Context()); err != nil {
			t.Fatal(err)
		}
		onDisk, err := folder.Heads(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		stored, err := harness.World.HeadsInStore(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(onDisk) == 0 || !slices.Equal(onDisk, stored) {
			t.Fatalf("%q in the folder, %q in the store", onDisk, stored)
		}
		return stored
	}
	harness.Draft(t, "owner")
	before := published()
	harness.Draft(t, "owner")
	after := published()
	if len(after) <= len(before) || !slices.Equal(after[:len(before)], before) {
		t.Errorf("%q, then %q", before, after)
	}
	report, err := harness.World.Tree.Verify(t.Context(), harness.World.AuditKeys.Verifiers, after, func(int64) {})
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("%v, %+v", err, report)
	}
}
