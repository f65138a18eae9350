package proofs

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// No answer contains deleted texts: the history, its files and reads of the past contain "deleted"
// instead. Only the admin can read them, in the audit area.
func TestADeletedCommentIsReadInTheAuditAreaOnly(t *testing.T) { // D-70
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	public := true
	at := commands.TopicPath{Order: sc.Order, Attachment: a.Attachment, Version: a.Versions[0], Topic: uuid.New()}
	comment, kept := uuid.New(), uuid.New()
	harness.Do(
		t,
		"both",
		&commands.OpenTopic{
			TopicPath:  at,
			Public:     &public,
			Message:    harness.Message("keep this"),
			Annotation: harness.Mark,
		},
	)
	harness.Do(t, "both", &commands.AddComment{TopicPath: at, Comment: comment, Message: harness.Message("secret one")})
	harness.Do(
		t,
		"both",
		&commands.EditComment{TopicPath: at, Comment: comment, Message: harness.Message("secret two")},
	)
	harness.Do(t, "both", &commands.AddComment{TopicPath: at, Comment: kept, Message: harness.Message("keep that")})
	whole := at
	whole.Topic = uuid.New()
	harness.Do(t, "both", &commands.OpenTopic{
		TopicPath:  whole,
		Public:     &public,
		Message:    harness.Message("secret three"),
		Annotation: `{"className":"circle","attrs":{"x":0.1,"y":0.7,"radius":13,"stroke":"blue","version":0.2},"scale":1,"page":1}`,
	})
	harness.Do(
		t,
		"both",
		&commands.AddComment{TopicPath: whole, Comment: uuid.New(), Message: harness.Message("secret four")},
	)
	past := harness.Head(t)
	harness.Do(t, "both", &commands.DeleteComment{TopicPath: at, Comment: comment})
	harness.Do(t, "both", &commands.DeleteTopic{TopicPath: whole})

	o := "/order/" + sc.Order.String()
	version := fmt.Sprintf("%s/attachment/%s/version/%s", o, a.Attachment, a.Versions[0])
	for _, who := range []string{"owner", "both", "manager", "admin"} {
		for _, path := range []string{o + "/history", o + "/history/export?format=json", o + "/history/export?format=csv", o + "/timeline?limit=100", version, fmt.Sprintf("%s?asOf=%d", version, past)} {
			body := string(harness.SignedIn(t, who).Get(t, path).Body)
			if strings.Contains(body, "secret") || strings.Contains(body, `\"radius\":13`) {
				t.Errorf("%s: %s: %s", who, path, body)
			}
			if strings.HasSuffix(path, "/history") || strings.Contains(path, "asOf") {
				if !strings.Contains(body, `\"text\":\"deleted\"`) || !strings.Contains(body, "keep this") ||
					!strings.Contains(body, "keep that") {
					t.Errorf("%s: %s does not say what is deleted and what is kept: %s", who, path, body)
				}
			}
		}
	}
	then := harness.MustCall[contract.VersionAnswer](
		t, harness.SignedIn(t, "both"), http.MethodGet, fmt.Sprintf("%s?asOf=%d", version, past), nil,
	).Data.Public
	if len(then) != 2 || len(then[0].Comments) != 2 || len(then[1].Comments) != 1 {
		t.Errorf("the past has the topics %+v", then)
	}
	audited := string(harness.SignedIn(t, "admin").Get(t, o+"/history?deletedTexts=true").Body)
	for _, text := range []string{"secret one", "secret two", "secret three", "secret four"} {
		if !strings.Contains(audited, text) {
			t.Errorf("the audit area does not have %q", text)
		}
	}
	for _, who := range []string{"owner", "manager", "production", "cso"} {
		harness.MustRefuse(
			t,
			harness.SignedIn(t, who),
			http.StatusForbidden,
			"forbidden",
			http.MethodGet,
			o+"/history?deletedTexts=true",
			nil,
		)
	}
}

func TestADeletedOrderIsOnNoBoardOfThePast(t *testing.T) { // D-70
	o := harness.Draft(t, "owner")
	past := harness.Head(t)
	there := func(who, more string) bool {
		t.Helper()
		a := harness.MustCall[contract.OrdersAnswer](
			t, harness.SignedIn(t, who), http.MethodGet, fmt.Sprintf("/order?view=board&asOf=%d%s", past, more), nil,
		)
		_, found := (*a.Data.Cards)[o.String()]
		return found
	}
	for _, who := range []string{"owner", "manager", "admin"} {
		if !there(who, "") {
			t.Errorf("before it is deleted, %s does not see the order", who)
		}
	}
	harness.Act(t, "owner", o, order.Delete)
	for _, who := range []string{"owner", "manager", "admin"} {
		if there(who, "") {
			t.Errorf("%s sees the deleted order on the board of the past", who)
		}
	}
	if !there("admin", "&deleted=true") {
		t.Error("the audit area's time machine does not have the deleted order")
	}
	for _, who := range []string{"owner", "manager", "cso"} {
		harness.MustRefuse(
			t, harness.SignedIn(t, who), http.StatusForbidden, "forbidden", http.MethodGet,
			fmt.Sprintf("/order?view=board&asOf=%d&deleted=true", past), nil,
		)
	}
}
