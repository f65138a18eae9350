package access

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// closely is what only tokens that read proofs are shown: signed links to files and pictures, what comments say, and
// the secret links of guests.
var closely = []string{"X-Amz-Signature", "look here", "I see", "wrote this", "#token="}

// has reports whether an answer has something that only tokens that read proofs are shown.
func has(a harness.Answer) bool {
	return slices.ContainsFunc(closely, func(text string) bool { return strings.Contains(string(a.Body), text) })
}

// Every read that is open to tokens, about an order with files and comments, for a customer, a manager and an admin: no
// answer has a link, a picture or the text of a comment without the scope that reads proofs (D-84).
func TestNoAnswerShowsFilesOrCommentsWithoutTheScopeThatReadsProofs(t *testing.T) { // D-84 BY-052
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	seen := map[string]bool{}
	for _, who := range []string{"owner", "manager", "admin"} {
		used := 0
		var without, with string
		for name, op := range others(t) {
			if op.Token == "" || op.method != http.MethodGet {
				continue
			}
			x := target{
				order: sc.Order, attachment: sc.Review.Attachment, version: sc.Review.Versions[0],
				topic: sc.Review.Public, comment: sc.Review.PublicComment, message: uuid.New(),
			}
			path := op.at(x)
			switch name {
			case "covers":
				path += "?ids=" + sc.Order.String()
			case "orders":
				path += "?view=list&limit=100"
			case "searchOrders":
				path += "?customSearch=order"
			case "events":
				path += "?after=0&limit=100"
			}
			if used++; used%80 == 1 {
				without, _ = plantToken(t, who, allBut(t, sessions.ReadProofs)...)
				with, _ = plantToken(t, who, allBut(t, "")...)
			}
			if a := software(t, without, http.MethodGet, path, nil); has(a) {
				t.Errorf("%s shows %s without the scope: %.300s", name, who, a.Body)
			}
			seen[name] = seen[name] || has(software(t, with, http.MethodGet, path, nil))
		}
	}
	for _, name := range []string{"order", "version", "versions", "history"} {
		if !seen[name] {
			t.Errorf("%s has neither links nor comments with the scope: the test looks at nothing", name)
		}
	}
}

// The link of a guest opens files, so a token that does not read proofs invites without seeing it.
func TestTheLinkOfAGuestIsForTokensThatReadProofs(t *testing.T) { // D-84
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	invite := func(scopes ...sessions.TokenScope) contract.GuestInvitation {
		harness.Forgive(t)
		token, _ := plantToken(t, "owner", scopes...)
		a := software(t, token, http.MethodPost, "/order/"+sc.Order.String()+"/guest", map[string]any{
			"name": "Gail", "email": "gail-" + uuid.NewString() + "@example.test",
			"attachmentIds": []string{sc.Review.Attachment.String()},
		})
		if a.Status != http.StatusOK {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return harness.Decode[contract.GuestInvitedAnswer](t, a).Data
	}
	if first := invite(sessions.WriteGuests); first.Link != "" || first.Id == uuid.Nil {
		t.Errorf("without the scope that reads proofs: %+v", first)
	}
	if first := invite(sessions.WriteGuests, sessions.ReadProofs); !strings.Contains(first.Link, "#token=") {
		t.Errorf("with both scopes: %+v", first)
	}
}

func TestTheSocketTakesNoAccessToken(t *testing.T) { // D-84 BD-306
	token, _ := plantToken(t, "owner", allBut(t, "")...)
	conn, _, err := harness.Dial(t, harness.World.Base)
	if err != nil {
		t.Fatal(err)
	}
	harness.Send(t, conn, harness.Login("customer", token))
	if _, _, err := conn.Read(t.Context()); err == nil {
		t.Error("an access token opens the socket")
	}
}
