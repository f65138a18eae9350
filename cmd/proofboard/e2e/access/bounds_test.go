package access

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestPeopleWriteSixtyCommentsAMinuteAndGuestsTwenty(t *testing.T) { // D-71
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	at := harness.AttachmentPath(sc, a) + "/version/" + a.Versions[0].String()
	person := harness.SignedIn(t, "owner")
	visitor := harness.World.Visitor(t, person.Invites(t, sc.Order, nil, a.Attachment).Link)
	for name, c := range map[string]struct {
		write func(body any) harness.Answer
		most  int
	}{
		"a person": {func(body any) harness.Answer { return person.Call(t, http.MethodPost, at+"/annotation", body) }, 60},
		"a guest": {func(body any) harness.Answer {
			return visitor.Call(t, http.MethodPost, "/g/guest"+at+"/annotation", body)
		}, 20},
	} {
		harness.Forgive(t)
		for n := range c.most {
			if n%10 == 3 { // refused comments do not count towards the limit
				if got := c.write(map[string]any{"message": "not rich text"}); got.Status != http.StatusBadRequest {
					t.Errorf("%s, no message: %d %s", name, got.Status, got.Body)
				}
			}
			if got := c.write(map[string]any{"message": harness.Message("quick")}); got.Status != http.StatusOK {
				t.Fatalf("%s, comment %d: %d %s", name, n+1, got.Status, got.Body)
			}
		}
		got := c.write(map[string]any{"message": harness.Message("too quick")})
		if wait := harness.Atoi(got.Header.Get("Retry-After")); got.Status != http.StatusTooManyRequests ||
			got.Reason() != "comments.too_many" || wait < 1 ||
			wait > 60 {
			t.Errorf("%s, one more: %d %s, Retry-After %d", name, got.Status, got.Body, wait)
		}
	}
	harness.Forgive(t)
}

func TestAVersionTakesSoManyTopicsAndMarks(t *testing.T) { // D-71
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	version := sc.Review.Versions[1]
	at := harness.AttachmentPath(sc, sc.Review) + "/version/" + version.String()
	owner := harness.SignedIn(t, "owner")
	fill := func(topics, bytes int) {
		t.Helper()
		_, err := harness.Pool(
			t,
		).Exec(t.Context(), `insert into topics (id, order_id, attachment_id, version_id, public, author, message, annotation, page, resolved, opened_at, version, position)
			select gen_random_uuid(), $1, $2, $3, true, $4, '', case when i = 1 then repeat('x', $6) else '' end, 0, false, now(), 1, 0 from generate_series(1, $5) i`,
			sc.Order, sc.Review.Attachment, version, owner.ID, topics, bytes)
		if err != nil {
			t.Fatal(err)
		}
	}
	clean := func() {
		t.Helper()
		if _, err := harness.Pool(t).Exec(t.Context(), "delete from topics where version_id = $1 and position = 0",
			version); err != nil {
			t.Fatal(err)
		}
	}
	defer clean()
	body := map[string]any{"message": harness.Message("x"), "annotation": harness.Mark}
	fill(1, 16<<20)
	harness.MustRefuse(t, owner, http.StatusConflict, "topic.too_much_marked", http.MethodPost, at+"/annotation", body)
	harness.MustWrite(
		t,
		owner,
		http.MethodPost,
		at+"/annotation",
		map[string]any{"message": harness.Message("without a mark")},
	)
	clean()
	fill(2000, 0)
	harness.MustRefuse(t, owner, http.StatusConflict, "topic.too_many", http.MethodPost, at+"/annotation", body)
	clean()
	harness.MustWrite(t, owner, http.MethodPost, at+"/annotation", body)
}

func TestOnlyPeopleOfTheOrdersListAreMentioned(t *testing.T) { // BD-204
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	at := harness.AttachmentPath(sc, sc.Review) + "/version/" + sc.Review.Versions[1].String()
	for _, outsider := range []string{"beta", "small"} {
		harness.MustRefuse(
			t,
			harness.SignedIn(t, "owner"),
			http.StatusBadRequest,
			"topic.mention_unknown",
			http.MethodPost,
			at+"/annotation",
			map[string]any{"message": harness.Message("look", harness.Cast[outsider].ID)},
		)
	}
	harness.MustWrite(
		t, harness.SignedIn(t, "owner"), http.MethodPost, at+"/annotation",
		map[string]any{"message": harness.Message("look", harness.Cast["operator"].ID, harness.Cast["both"].ID)},
	)
}

func TestInvitationsAreNoMailCannon(t *testing.T) { // D-71
	owner := harness.SignedIn(t, "owner")
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	harness.Forgive(t)
	invite := func(address string, o ...harness.Option) harness.Answer {
		t.Helper()
		return owner.Call(
			t,
			http.MethodPost,
			"/order/"+sc.Order.String()+"/guest",
			map[string]any{"name": "Vera", "email": address, "attachmentIds": []uuid.UUID{a.Attachment}},
			o...)
	}
	again := harness.Key(uuid.New())
	for n := range 3 {
		if got := invite(
			strings.ToUpper("v")+"ictim@example.com",
			[]harness.Option{again}[:max(0, 1-n)]...); got.Status != http.StatusOK {
			t.Fatalf("invitation %d: %d %s", n+1, got.Status, got.Body)
		}
	}
	if got := invite("victim@example.com"); got.Status != http.StatusTooManyRequests ||
		got.Reason() != "invitation.address_too_often" || // D-83
		harness.Atoi(got.Header.Get("Retry-After")) < 23*3600 {
		t.Errorf("the fourth to one address: %d %s", got.Status, got.Body)
	}
	if got := invite("Victim@example.com", again); got.Status != http.StatusOK {
		t.Errorf("the first, sent again: %d %s", got.Status, got.Body)
	}
	for n := range 17 {
		if got := invite(fmt.Sprintf("guest-%d@example.com", n)); got.Status != http.StatusOK {
			t.Fatalf("invitation %d: %d %s", n+4, got.Status, got.Body)
		}
	}
	if got := invite("one-more@example.com"); got.Status != http.StatusTooManyRequests ||
		got.Reason() != "guest.too_many_invitations" {
		t.Errorf("the 21st in an hour: %d %s", got.Status, got.Body)
	}
	harness.Forgive(t)
}

// The topics of the largest versions come in pages without missing or repeated topics.
func TestTheTopicsOfALargeVersionComeInPages(t *testing.T) { // D-71 check 28
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	version := sc.Review.Versions[1]
	at := harness.AttachmentPath(sc, sc.Review) + "/version/" + version.String()
	manager := harness.SignedIn(t, "manager")
	clean := func() {
		t.Helper()
		for _, sql := range []string{"delete from topic_comments where position = 0 and topic_id in (select id from topics where version_id = $1)", "delete from topics where version_id = $1 and position = 0"} {
			if _, err := harness.Pool(t).Exec(t.Context(), sql, version); err != nil {
				t.Fatal(err)
			}
		}
	}
	defer clean()
	text := harness.Message(strings.Repeat("x", 60_000))
	for _, sql := range []string{
		`insert into topics (id, order_id, attachment_id, version_id, public, author, message, annotation, page, resolved, opened_at, version, position)
			select gen_random_uuid(), $1, $2, $3, i % 3 > 0, $4, $5, repeat('x', 40000), 0, false, timestamptz '2026-01-01' + (i / 2) * interval '1 second', 1, 0 from generate_series(1, 120) i`,
		`insert into topic_comments (id, topic_id, author, message, at, position) select gen_random_uuid(), t.id, $4, $5, timestamptz '2026-01-02' + (i / 2) * interval '1 second', 0
			from (select id from topics where version_id = $3 and order_id = $1 and attachment_id = $2 and position = 0 order by opened_at, id limit 2 offset 70) t, generate_series(1, 100) i`,
	} {
		if _, err := harness.Pool(t).Exec(t.Context(), sql, sc.Order, sc.Review.Attachment, version, manager.ID,
			text); err != nil {
			t.Fatal(err)
		}
	}
	seen, pages, next := map[uuid.UUID]int{}, 0, ""
	for {
		a := manager.Get(t, at+"?after="+next)
		if next == "" {
			a = manager.Get(t, at)
		}
		if a.Status != http.StatusOK || len(a.Body) > 8<<20 {
			t.Fatalf("page %d: %d, %d bytes", pages+1, a.Status, len(a.Body))
		}
		var page contract.VersionAnswer
		if err := json.Unmarshal(a.Body, &page); err != nil {
			t.Fatal(err)
		}
		told := map[uuid.UUID]bool{}
		for _, topic := range slices.Concat(page.Data.Public, page.Data.Internal) {
			told[topic.Id] = true
			for _, c := range topic.Comments {
				seen[c.Id]++
			}
		}
		for id := range told {
			seen[id] |= 1 << 20
		}
		if pages++; page.Data.Next == nil || pages > 50 {
			break
		}
		next = *page.Data.Next
	}
	topics, comments := 0, 0
	for id, n := range seen {
		switch n {
		case 1 << 20:
			topics++
		case 1:
			comments++
		default:
			t.Errorf("the comment %s came %d times", id, n)
		}
	}
	if topics < 120 || comments < 200 || pages < 8 || pages > 20 {
		t.Errorf("%d topics and %d comments in %d pages", topics, comments, pages)
	}
	harness.MustRefuse(t, manager, http.StatusBadRequest, "request.invalid", http.MethodGet, at+"?after=nonsense", nil)
}
