package access

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// nowhere fails if a row of any table of the database contains a text.
func nowhere(t *testing.T, db *pgx.Conn, text string) {
	t.Helper()
	rows, err := db.Query(
		t.Context(), "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
	)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 15 {
		t.Fatalf("tables %v: %v", tables, err)
	}
	for _, table := range tables {
		var n int
		name := pgx.Identifier{table}.Sanitize()
		if err := db.QueryRow(t.Context(), "select count(*) from "+name+" x where x::text like '%' || $1 || '%'", text).
			Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			t.Errorf("%d rows of %s hold %q", n, table, text)
		}
	}
}

// Texts are encrypted, so that only the product can read them. After their author is erased, nobody
// can read them in current state, in the past or in the history. The log still passes its
// verification.
func TestWhatPeopleWriteIsSealedAndCanBeErased(t *testing.T) { // D-33 BY-041
	leaver := harness.NewlySignedIn(t, "leaver")
	o := harness.OrderIn(t, "owner", order.InReview)
	a := harness.Attach(t, o, "owner", "customerReview")
	needle := strings.ReplaceAll(uuid.NewString(), "-", "")
	path := commands.TopicPath{Order: o, Attachment: a.Attachment, Version: a.Versions[0], Topic: uuid.New()}
	public, comment := true, uuid.New()
	harness.Do(
		t,
		"leaver",
		&commands.OpenTopic{
			TopicPath:  path,
			Public:     &public,
			Message:    harness.Message("first " + needle),
			Annotation: harness.Mark,
		},
	)
	harness.Do(
		t,
		"leaver",
		&commands.AddComment{TopicPath: path, Comment: comment, Message: harness.Message("second " + needle)},
	)
	harness.Do(t, "leaver", &commands.EditTopicMessage{TopicPath: path, Message: harness.Message("third " + needle)})
	harness.Do(
		t,
		"leaver",
		&commands.EditComment{TopicPath: path, Comment: comment, Message: harness.Message("fourth " + needle)},
	)
	harness.Do(
		t,
		"operator",
		&commands.AddComment{TopicPath: path, Comment: uuid.New(), Message: harness.Message("kept")},
	)
	past := harness.Head(t)

	db, err := pgx.Connect(t.Context(), harness.World.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	version := fmt.Sprintf("/order/%s/attachment/%s/version/%s", o, a.Attachment, a.Versions[0])
	places := []string{version, fmt.Sprintf("%s?asOf=%d", version, past), "/order/" + o.String() + "/history"}
	all := func(what string, where string) string {
		t.Helper()
		got := harness.SignedIn(t, "manager").Get(t, where)
		if got.Status != http.StatusOK {
			t.Fatalf("%s: %s: %d %s", what, where, got.Status, got.Body)
		}
		return string(got.Body)
	}
	for _, where := range places {
		if got := all("written", where); !strings.Contains(got, "third "+needle) ||
			!strings.Contains(got, "fourth "+needle) ||
			!strings.Contains(got, "kept") {
			t.Errorf("%s does not show what was written: %s", where, got)
		}
	}
	nowhere(t, db, needle)
	if steps, err := harness.World.Replay(t.Context(), o, past); err != nil ||
		!strings.Contains(fmt.Sprint(steps.Steps), "first "+needle) {
		t.Errorf("a replay does not show what was written (%v)", err)
	}

	if _, err := harness.World.Erase(t.Context(), leaver.ID); err != nil {
		t.Fatal(err)
	}
	for _, where := range places {
		got := all("erased", where)
		if strings.Contains(got, needle) || !strings.Contains(got, "This text was erased with its author's account.") ||
			!strings.Contains(got, "kept") {
			t.Errorf("after the erasure %s shows %s", where, got)
		}
	}
	if topics := harness.MustCall[contract.VersionAnswer](t, harness.SignedIn(t, "manager"), http.MethodGet, version,
		nil).Data.Public; len(topics) != 1 ||
		topics[0].Sender.Name != "Erased account" {
		t.Errorf("the author is still named: %+v", topics)
	}
	nowhere(t, db, leaver.Email)
	if got := leaver.Get(t, "/profile"); got.Status != http.StatusUnauthorized {
		t.Errorf("who was erased is still signed in: %d", got.Status)
	}
	head, err := harness.World.Tree.SignHead(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, err := harness.World.Tree.Verify(
		t.Context(),
		harness.World.AuditKeys.Verifiers,
		[]string{head},
		func(int64) {},
	)
	if err != nil || len(found.Findings) > 0 {
		t.Errorf("the log no longer verifies: %+v, %v", found, err)
	}
}
