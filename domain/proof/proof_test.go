package proof_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/proof"
)

var proofs = domaintest.Of(proof.Streams)

var (
	now        = domaintest.Now
	anOrder    = domaintest.ID("order")
	v1, v2, v3 = domaintest.ID("v1"), domaintest.ID("v2"), domaintest.ID("v3")
)

func file(content string) proof.File {
	return proof.File{
		Name:        "label.pdf",
		ContentType: "application/pdf",
		Key:         "files/" + content,
		Size:        1234,
		SHA256:      strings.Repeat(content[:1], 64),
	}
}

func attached(k proof.Kind) any {
	return &proof.AttachmentAdded{Order: anOrder, Kind: k, Name: "label.pdf", StartingTab: proof.Public}
}

func added(v uuid.UUID, number int) any {
	return &proof.VersionAdded{Version: v, Number: number, File: file("a")}
}

func approved(v uuid.UUID) any {
	return &proof.VersionApproved{Version: v, SHA256: file("a").SHA256}
}
func revised(v uuid.UUID) any { return &proof.VersionRevised{Version: v} }
func deleted(v uuid.UUID) any { return &proof.VersionDeleted{Version: v, Reason: "wrong file"} }

// two is an attachment under customer review with two versions, and what happened since.
func two(t *testing.T, more ...any) *domaintest.Scenario[*proof.Proof] {
	t.Helper()
	return proofs.Given(t, append([]any{attached(proof.CustomerReview), added(v1, 1), added(v2, 2)}, more...)...)
}

type decision = func(*proof.Proof) error

func approve(v uuid.UUID) decision { return func(p *proof.Proof) error { return p.Approve(v, now) } }
func revise(v uuid.UUID) decision  { return func(p *proof.Proof) error { return p.Revise(v, now) } }
func add(v uuid.UUID, f proof.File) decision {
	return func(p *proof.Proof) error { return p.AddVersion(v, f, now) }
}

func replace(v uuid.UUID, f proof.File) decision {
	return func(p *proof.Proof) error { return p.ReplaceFile(v, f, now) }
}

func deleteVersion(v uuid.UUID, reason string) decision {
	return func(p *proof.Proof) error { return p.DeleteVersion(v, reason, now) }
}
func deleteAll(p *proof.Proof) error     { return p.Delete(now) }
func requestReview(p *proof.Proof) error { return p.RequestReview(now) }

func TestAnAttachmentBeginsWithItsFirstVersion(t *testing.T) {
	for kind, tab := range map[proof.Kind]proof.Tab{proof.CustomerReview: proof.Public, proof.SuppliedFiles: proof.Public, proof.InternalReview: proof.Internal} {
		begin := func(p *proof.Proof) error {
			return p.Add(proof.AttachmentAdded{Order: anOrder, Kind: kind, ByCustomer: true}, v1, file("a"), now)
		}
		out := proofs.Given(t).When(begin)
		out.Then(
			&proof.AttachmentAdded{Order: anOrder, Kind: kind, Name: "label.pdf", StartingTab: tab, ByCustomer: true},
			&proof.VersionAdded{Version: v1, Number: 1, File: file("a")})
		p := out.State()
		if p.Order != anOrder || p.Kind != kind || !p.ByCustomer || !p.AddedAt.Equal(now) || len(p.Live()) != 1 ||
			p.Live()[0].By != domaintest.Somebody {
			t.Errorf("begins as %+v", p)
		}
		two(t).When(begin).ThenRefused(proof.ErrExists)
	}
	for _, kind := range []proof.Kind{"", "secretFiles", "customer-review"} {
		proofs.Given(t).When(func(p *proof.Proof) error {
			return p.Add(proof.AttachmentAdded{Order: anOrder, Kind: kind}, v1, file("a"), now)
		}).ThenRefused(proof.ErrKindUnknown)
	}
}

func TestAFileIsWholeOrRefused(t *testing.T) {
	for what, spoil := range map[string]func(*proof.File){
		"no name": func(f *proof.File) { f.Name = "" }, "no key": func(f *proof.File) { f.Key = "" },
		"no bytes": func(f *proof.File) { f.Size = 0 }, "negative size": func(f *proof.File) { f.Size = -1 },
		"no hash": func(f *proof.File) { f.SHA256 = "" }, "half a hash": func(f *proof.File) { f.SHA256 = f.SHA256[:32] },
		"a long name": func(f *proof.File) { f.Name = strings.Repeat("ü", 201) }, "a long key": func(f *proof.File) { f.Key = strings.Repeat("k", 1001) },
		"a long type": func(f *proof.File) { f.ContentType = strings.Repeat("x", 256) }, "more than 2 GB": func(f *proof.File) { f.Size = 2<<30 + 1 },
		"a hash that is none": func(f *proof.File) { f.SHA256 = strings.Repeat("x", 64) }, "a negative width": func(f *proof.File) { f.Width = -1 },
		"zero byte in the name": func(f *proof.File) { f.Name = "a\x00.pdf" },
	} {
		t.Run(what, func(t *testing.T) {
			f := file("b")
			spoil(&f)
			proofs.Given(t).When(func(p *proof.Proof) error {
				return p.Add(proof.AttachmentAdded{Order: anOrder, Kind: proof.SuppliedFiles}, v1, f, now)
			}).ThenRefused(proof.ErrFileInvalid)
			two(t).When(add(v3, f)).ThenRefused(proof.ErrFileInvalid)
			two(t).When(replace(v1, f)).ThenRefused(proof.ErrFileInvalid)
		})
	}
}

func TestVersionsCountFromOneAndNumbersAreNeverUsedAgain(t *testing.T) {
	two(t).When(add(v3, file("c"))).Then(&proof.VersionAdded{Version: v3, Number: 3, File: file("c")})
	two(t, deleted(v2)).When(add(v3, file("c"))).Then(&proof.VersionAdded{Version: v3, Number: 3, File: file("c")})
	two(t).When(add(v2, file("c"))).ThenRefused(proof.ErrVersionExists)
	two(t, deleted(v2)).When(add(v2, file("c"))).ThenRefused(proof.ErrVersionExists)
	p := two(t, deleted(v1)).When(func(*proof.Proof) error { return nil }).State()
	if live := p.Live(); len(live) != 1 || live[0].ID != v2 || live[0].Number != 2 {
		t.Errorf("live: %+v", live)
	}

	h := []any{attached(proof.CustomerReview)}
	for n := range 500 {
		h = append(h, added(uuid.UUID{1, byte(n >> 8), byte(n)}, n+1))
	}
	proofs.Given(t, h...).When(add(v3, file("c"))).ThenRefused(proof.ErrTooManyVersions)
}

func TestApprovingChecksAVersionAndReviseUndoesIt(t *testing.T) { // BD-162, BD-163, BD-164
	out := two(t).When(approve(v1))
	out.Then(&proof.VersionApproved{Version: v1, SHA256: file("a").SHA256}) // bound to the bytes: D-15
	p := out.State()
	if v, err := p.Find(v1); err != nil || v.State != proof.Checked || v.ApprovedSHA256 != v.File.SHA256 {
		t.Errorf("approved: %+v, %v", v, err)
	}
	if v, err := p.Find(v2); err != nil || v.State != proof.Open {
		t.Errorf("the other version: %+v, %v", v, err)
	}
	two(t, approved(v1)).When(approve(v1)).ThenNothing()
	out = two(t, approved(v1)).When(revise(v1))
	out.Then(&proof.VersionRevised{Version: v1})
	if v, _ := out.State().Find(v1); v.State != proof.Open || v.ApprovedSHA256 != "" {
		t.Errorf("revised: %+v", v)
	}
	two(t).When(revise(v1)).ThenNothing()
	two(t, approved(v1), revised(v1)).When(approve(v1)).Then(approved(v1))
	for _, decide := range []func(uuid.UUID) decision{approve, revise} {
		two(t).When(decide(v3)).ThenRefused(proof.ErrVersionUnknown)
		two(t, deleted(v2)).When(decide(v2)).ThenRefused(proof.ErrVersionUnknown)
		two(t, &proof.AttachmentDeleted{}).When(decide(v1)).ThenRefused(domain.ErrNotFound)
		proofs.Given(t).When(decide(v1)).ThenRefused(domain.ErrNotFound)
	}
}

func TestOnlyFilesUpForReviewAreApproved(t *testing.T) { // BD-167
	for kind, reviewable := range map[proof.Kind]bool{proof.CustomerReview: true, proof.InternalReview: true, proof.SuppliedFiles: false} {
		s := proofs.Given(t, attached(kind), added(v1, 1))
		if reviewable {
			s.When(approve(v1)).Then(approved(v1))
			s.When(requestReview).Then(&proof.ReviewRequested{Version: v1})
			continue
		}
		s.When(approve(v1)).ThenRefused(proof.ErrNotReviewable)
		s.When(revise(v1)).ThenRefused(proof.ErrNotReviewable)
		s.When(requestReview).ThenRefused(proof.ErrNotReviewable)
	}
}

func TestAReviewIsRequestedForTheNewestVersion(t *testing.T) { // D-12
	two(t).When(requestReview).Then(&proof.ReviewRequested{Version: v2})
	two(t, deleted(v2)).When(requestReview).Then(&proof.ReviewRequested{Version: v1})
	two(t, &proof.AttachmentDeleted{}).When(requestReview).ThenRefused(domain.ErrNotFound)
	proofs.Given(t).When(requestReview).ThenRefused(domain.ErrNotFound)
	p := two(t).When(requestReview).State()
	if v, _ := p.Find(v2); v.State != proof.Open {
		t.Errorf("a request alone made the version %s", v.State)
	}
}

func TestAnotherFileClearsAnApproval(t *testing.T) { // D-15: re-uploading or changing the file clears it, visibly
	for what, f := range map[string]proof.File{"other bytes": file("b"), "the same bytes again": file("a")} {
		t.Run(what, func(t *testing.T) {
			out := two(t, approved(v1)).When(replace(v1, f))
			out.Then(&proof.FileReplaced{Version: v1, File: f, ApprovalCleared: true})
			p := out.State()
			if v, _ := p.Find(v1); v.State != proof.Open || v.ApprovedSHA256 != "" || !v.ApprovalCleared ||
				v.File != f {
				t.Errorf("replaced: %+v", v)
			}
		})
	}
	two(t).When(replace(v1, file("b"))).Then(&proof.FileReplaced{Version: v1, File: file("b")})
	cleared := &proof.FileReplaced{Version: v1, File: file("b"), ApprovalCleared: true}
	p := two(t, approved(v1), cleared).When(approve(v1)).
		Then(&proof.VersionApproved{Version: v1, SHA256: file("b").SHA256}).
		State()
	if v, _ := p.Find(v1); v.ApprovalCleared {
		t.Error("a version approved anew still says that its approval was cleared")
	}
	two(t).When(replace(v3, file("b"))).ThenRefused(proof.ErrVersionUnknown)
	two(t, deleted(v2)).When(replace(v2, file("b"))).ThenRefused(proof.ErrVersionUnknown)
}

func TestACheckedVersionIsNotDeleted(t *testing.T) { // BD-173
	two(t, approved(v2)).When(deleteVersion(v2, "wrong file")).ThenRefused(proof.ErrApprovedStays)
	two(t, approved(v2)).When(deleteVersion(v1, "wrong file")).Then(deleted(v1))
	two(t, approved(v2), revised(v2)).When(deleteVersion(v2, "wrong file")).Then(deleted(v2))
	two(t, approved(v2)).When(deleteAll).ThenRefused(proof.ErrApprovedStays)
}

func TestTheOnlyVersionIsNotDeleted(t *testing.T) { // BD-174
	proofs.Given(t, attached(proof.CustomerReview), added(v1, 1)).
		When(deleteVersion(v1, "wrong file")).
		ThenRefused(proof.ErrLastVersionStays)
	two(t, deleted(v1)).When(deleteVersion(v2, "wrong file")).ThenRefused(proof.ErrLastVersionStays)
	two(t, deleted(v1)).When(deleteVersion(v1, "wrong file")).ThenRefused(proof.ErrVersionUnknown)
	two(t).When(deleteVersion(v3, "wrong file")).ThenRefused(proof.ErrVersionUnknown)
}

func TestDeletingAVersionNeedsAReasonOf1To255Characters(t *testing.T) { // D-14
	two(t).When(deleteVersion(v1, "  wrong file ")).Then(deleted(v1))
	blank := " \n"
	for reason, ok := range map[string]bool{"": false, blank: false, "x": true, strings.Repeat("ü", 255): true, strings.Repeat("ü", 256): false, "\x00": false} {
		out := two(t).When(deleteVersion(v1, reason))
		if ok {
			out.Then(&proof.VersionDeleted{Version: v1, Reason: reason})
		} else {
			out.ThenRefused(domain.ErrReasonMissing)
		}
	}
}

func TestADeletedAttachmentIsGone(t *testing.T) {
	out := two(t).When(deleteAll)
	out.Then(&proof.AttachmentDeleted{})
	if p := out.State(); !p.Deleted {
		t.Error("not deleted")
	}
	on := true
	for what, decide := range map[string]decision{
		"delete": deleteAll, "approve": approve(v1), "add": add(v3, file("c")), "replace": replace(v1, file("b")), "delete version": deleteVersion(v1, "x"),
		"settings": func(p *proof.Proof) error {
			return p.ChangeSettings(proof.SettingsChanged{PublicDisabled: &on}, now)
		},
	} {
		t.Run(what, func(t *testing.T) {
			two(t, &proof.AttachmentDeleted{}).When(decide).ThenRefused(domain.ErrNotFound)
			proofs.Given(t).When(decide).ThenRefused(domain.ErrNotFound)
		})
	}
}

func TestTabsAreSwitchedAndTheStartingTabIsOneOfTwo(t *testing.T) { // BD-149, BD-232
	on, off, internal, other := true, false, proof.Internal, proof.Tab("other")
	set := func(c proof.SettingsChanged) decision {
		return func(p *proof.Proof) error { return p.ChangeSettings(c, now) }
	}
	out := two(t).When(set(proof.SettingsChanged{InternalDisabled: &on, StartingTab: &internal}))
	out.Then(&proof.SettingsChanged{InternalDisabled: &on, StartingTab: &internal})
	p := out.State()
	if !p.TabDisabled(proof.Internal) || p.TabDisabled(proof.Public) || p.StartingTab != proof.Internal {
		t.Errorf("settings: %+v", p)
	}
	p = two(t).When(set(proof.SettingsChanged{PublicDisabled: &on})).State()
	if p.TabDisabled(proof.Internal) || !p.TabDisabled(proof.Public) {
		t.Errorf("settings: %+v", p)
	}
	two(t).When(set(proof.SettingsChanged{})).ThenNothing()
	two(t).When(set(proof.SettingsChanged{PublicDisabled: &off, InternalDisabled: &off})).ThenNothing()
	two(t, &proof.SettingsChanged{PublicDisabled: &on}).When(set(proof.SettingsChanged{PublicDisabled: &off})).
		Then(&proof.SettingsChanged{PublicDisabled: &off})
	two(t).When(set(proof.SettingsChanged{StartingTab: &other})).ThenRefused(proof.ErrTabUnknown)
}

func TestAProofRefusesUnknownEventsAndVersions(t *testing.T) {
	p := proofs.Fold(t, attached(proof.CustomerReview), added(v1, 1))
	for _, data := range []any{approved(v3), revised(v3), deleted(v3), &proof.FileReplaced{Version: v3}} {
		if err := p.Apply(proofs.Event(t, p.Version+1, data)); err == nil {
			t.Errorf("%T of a version that is not there was applied", data)
		}
		p = proofs.Fold(t, attached(proof.CustomerReview), added(v1, 1))
	}
	unknown := proofs.Event(t, p.Version+1, approved(v1))
	unknown.Data = &struct{}{}
	if err := p.Apply(unknown); err == nil {
		t.Error("an unknown event was applied")
	}
}

func TestALongNameOfAnOldEventIsReadShortened(t *testing.T) {
	long := strings.Repeat("n", 1<<20)
	var added proof.VersionAdded
	var attached proof.AttachmentAdded
	for text, into := range map[string]any{`{"file":{"name":"` + long + `","size":7}}`: &added, `{"name":"` + long + `","kind":"suppliedFiles"}`: &attached} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.Repeat("n", proof.MaxFileName-1) + "…"
	if added.File.Name != want || added.File.Size != 7 || attached.Name != want ||
		attached.Kind != proof.SuppliedFiles {
		t.Errorf("read as %.300s and %.300s", added.File.Name, attached.Name)
	}
}
