package orders

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// late sends a write that expects a version, and returns its refusal.
func late(
	t *testing.T, who, reason, method, path string, body map[string]any, options ...harness.Option,
) contract.Refused {
	t.Helper()
	a := harness.MustRefuse(t, harness.SignedIn(t, who), http.StatusConflict, reason, method, path, body, options...)
	var refused contract.Refused
	if err := json.Unmarshal(a.Body, &refused); err != nil {
		t.Fatal(err)
	}
	if refused.Data == nil || refused.Data.Meanwhile == nil {
		t.Fatalf("%s is not told what happened: %s", who, a.Body)
	}
	return refused
}

// A write for an older version is refused. The refusal says who changed what, and which version to send to do it all
// the same (D-288).
func TestALateMoveIsToldWhoMovedTheOrderMeanwhile(t *testing.T) { // BY-036, D-288
	o := harness.OrderIn(t, "owner", order.OnHold)
	path := "/order/" + o.String()
	seen := harness.SignedIn(t, "production").Order(t, o).Version
	manager := harness.Cast["manager"]
	harness.MustWrite(t, harness.SignedIn(t, "manager"), http.MethodPut, path+"/move-progress",
		map[string]any{"moveto": "in-progress", "expectedVersion": seen})
	harness.MustWrite(t, harness.SignedIn(t, "manager"), http.MethodPut, path, map[string]any{"priority": "urgent"})

	move := map[string]any{"moveto": "in-review", "expectedVersion": seen}
	refused := late(t, "production", "stale_version", http.MethodPut, path+"/move-progress", move,
		harness.Header("Idempotency-Key", "2f0c7fb0-2d2f-4f6e-9ad5-0f4a5d1f3a01"))
	m := *refused.Data.Meanwhile
	newest := harness.SignedIn(t, "production").Order(t, o).Version
	if m.By == nil || m.By.Id != manager.ID || m.By.Name != manager.Name() ||
		m.What != "moved the order to In Progress" ||
		harness.Value(m.Status) != contract.StatusInProgress ||
		!m.Decisive ||
		m.Version != newest {
		t.Errorf("told %+v by %+v, want the manager's move and version %d", m, m.By, newest)
	}
	if want := manager.Name() + " moved the order to In Progress meanwhile. Reload and try again."; refused.Message != want {
		t.Errorf("the answer says %q, want %q", refused.Message, want)
	}
	again := late(t, "production", "stale_version", http.MethodPut, path+"/move-progress", move,
		harness.Header("Idempotency-Key", "2f0c7fb0-2d2f-4f6e-9ad5-0f4a5d1f3a01"))
	if again.Data.Meanwhile.What != m.What {
		t.Errorf("a repeated call is told %+v", again.Data.Meanwhile)
	}

	// A refusal for another reason says it too.
	hold := late(t, "operator", order.ErrMoveNotAllowed.Reason, http.MethodPut, path+"/move-progress", move)
	if hold.Data.Refusal == nil || hold.Data.Meanwhile.What != m.What {
		t.Errorf("a refused move is told %+v", hold.Data)
	}
	move["expectedVersion"] = m.Version
	harness.MustWrite(t, harness.SignedIn(t, "production"), http.MethodPut, path+"/move-progress", move)
}

func TestALateActionIsToldWhatDoesNotMatterToo(t *testing.T) { // D-288
	o := harness.OrderIn(t, "owner", order.InProgress)
	path := "/order/" + o.String()
	seen := harness.SignedIn(t, "manager").Order(t, o).Version
	harness.MustWrite(t, harness.SignedIn(t, "owner"), http.MethodPut, path, map[string]any{"priority": "urgent"})
	act := map[string]any{"action": "on-hold", "reason": "paper is late", "expectedVersion": seen}
	m := late(t, "manager", "stale_version", http.MethodPut, path+"/action", act).Data.Meanwhile
	if m.Decisive || m.Status != nil || m.What != "changed the order's priority" || m.Version != seen+1 {
		t.Errorf("told %+v, want a change of details", m)
	}
	act["expectedVersion"] = m.Version
	harness.MustWrite(t, harness.SignedIn(t, "manager"), http.MethodPut, path+"/action", act)
	if a := harness.SignedIn(t, "manager").Call(t, http.MethodPut, path+"/action",
		map[string]any{"action": "resume", "expectedVersion": seen + 40}); a.Status != http.StatusConflict ||
		strings.Contains(string(a.Body), "meanwhile") {
		t.Errorf("a version of the future: %d %s", a.Status, a.Body)
	}
}

func TestALateDecisionIsToldWhatHappenedToTheFile(t *testing.T) { // BY-036, D-288
	sc := harness.NewScene(t, "owner", order.InProgress)
	file := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	versionOf := func(who string) *int {
		t.Helper()
		for _, a := range harness.SignedIn(t, who).Order(t, sc.Order).Attachments.CustomerReview {
			if a.Id == file.Attachment {
				return a.Version
			}
		}
		return nil
	}
	seen := versionOf("creative")
	if seen == nil {
		t.Fatal("who decides is not told the version of the file")
	}
	// To others a higher version would tell that the file was decided internally.
	harness.Move(t, "manager", sc.Order, order.InReview)
	if v := versionOf("owner"); v != nil { // D-69
		t.Errorf("the customer is told version %d", *v)
	}
	harness.Move(t, "manager", sc.Order, order.InProgress)
	decide := func(content string, expected int, version uuid.UUID) map[string]any {
		return map[string]any{
			"timelineType": "history", "content": content, "attachmentVersionId": version, "expectedVersion": expected,
		}
	}
	path := "/order/" + sc.Order.String() + "/" + file.Attachment.String() + "/attachment-timeline"
	newest := file.Versions[len(file.Versions)-1]
	harness.MustWrite(t, harness.SignedIn(t, "creative"), http.MethodPost, path, decide("Approved", *seen, newest))
	m := late(t, "production", "stale_version", http.MethodPost, path, decide("Revise", *seen, newest)).Data.Meanwhile
	if m.By == nil || m.By.Id != harness.Cast["creative"].ID || m.What != "approved it" || !m.Decisive ||
		m.Version != *seen+1 {
		t.Errorf("told %+v, want the approval", m)
	}
	harness.MustWrite(
		t, harness.SignedIn(t, "production"), http.MethodPost, path, decide("Revise", m.Version, newest),
	)
}
