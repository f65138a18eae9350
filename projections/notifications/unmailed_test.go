package notifications_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/projectiontest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

const (
	atOnce, daily, off = "at-once", "daily", "off"
	ledger             = "mail:missed"
)

var (
	noon  = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	kinds = []notifications.MailKind{
		{Kind: "mention", Group: "asked", Default: atOnce},
		{Kind: "reply", Group: "comments", Default: daily},
	}
)

// note is a notification: its position, who it is for (0 to 2), and what differs from an unread
// reply at noon.
type note struct {
	position int
	person   int
	kind     string
	at       time.Time
	read     bool
	mailed   string // the effect in the ledger
}

// inboxes is a database with three people and these notifications. The first never chose, the
// second wants replies at once since an hour before noon, the third wants nothing about comments.
func inboxes(t *testing.T, notes ...note) (*notifications.Queries, []uuid.UUID) {
	t.Helper()
	pool, exec := projectiontest.Database(t)
	people := make([]uuid.UUID, 3)
	for i := range people {
		people[i] = uuid.UUID{15: byte(i + 1)}
		exec(
			"insert into people (id, email, password, firstname) values ($1, $2, '', '')",
			people[i],
			people[i].String()+"@x.test",
		)
	}
	exec(
		"insert into mail_settings (person, grp, mode, changed_at) values ($1, 'comments', $2, $3), ($4, 'comments', $5, $3)",
		people[1],
		atOnce,
		noon.Add(-time.Hour),
		people[2],
		off,
	)
	for _, n := range notes {
		if n.kind == "" {
			n.kind = "reply"
		}
		if n.at.IsZero() {
			n.at = noon
		}
		exec(
			"insert into notifications (id, person, grp, kind, order_id, at, is_read, position) values ($1, $2, 'g', $3, $4, $5, $6, $7)",
			uuid.New(),
			people[n.person],
			n.kind,
			uuid.New(),
			n.at,
			n.read,
			n.position,
		)
		if n.mailed != "" {
			exec("insert into effects (position, effect) values ($1, $2)", n.position, n.mailed)
		}
	}
	return notifications.NewQueries(pool), people
}

func TestWhatIsMailedIsUnreadWantedInThatWayAndNotMailedYet(t *testing.T) {
	q, people := inboxes(
		t,
		note{position: 9},
		note{position: 4, at: noon.Add(-time.Minute)}, // two of the first's, found in the order of the log
		note{position: 5, kind: "mention"},            // goes at once to those who never chose
		note{position: 6, read: true},
		note{position: 7, mailed: ledger},
		note{position: 8, mailed: "something else"},
		note{position: 10, at: noon.Add(-24 * time.Hour)}, // not after From
		note{position: 11, at: noon.Add(time.Second)},     // after Until
		note{position: 12, kind: "unheard"},               // of no setting
		note{position: 13, person: 1},
		note{position: 14, person: 1, at: noon.Add(-2 * time.Hour)}, // older than the wish
		note{position: 15, person: 2},
		note{position: 16, person: 2, kind: "mention"},
	)
	ask := notifications.Mailing{From: noon.Add(-24 * time.Hour), Until: noon, Kinds: kinds, Effect: ledger}
	for name, c := range map[string]struct {
		change func(*notifications.Mailing)
		want   []int64
	}{
		"daily, as for those who never chose":       {func(m *notifications.Mailing) { m.Mode = daily }, []int64{4, 8, 9}},
		"at once":                                   {func(m *notifications.Mailing) { m.Mode = atOnce }, []int64{5, 13, 14, 16}},
		"at once, but nothing from before the wish": {func(m *notifications.Mailing) { m.Mode, m.SinceChanged = atOnce, true }, []int64{5, 13, 16}},
		"never":                  {func(m *notifications.Mailing) { m.Mode = off }, []int64{15}},
		"people after another":   {func(m *notifications.Mailing) { m.Mode, m.After = atOnce, people[0] }, []int64{13, 14, 16}},
		"another ledger":         {func(m *notifications.Mailing) { m.Mode, m.Effect = daily, "something else" }, []int64{4, 7, 9}},
		"a day earlier":          {func(m *notifications.Mailing) { m.Mode, m.From = daily, noon.Add(-25*time.Hour) }, []int64{4, 8, 9, 10}},
		"nothing is asked about": {func(m *notifications.Mailing) { m.Mode, m.Kinds = daily, nil }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := ask
			c.change(&m)
			found, err := q.Unmailed(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, u := range found {
				got = append(got, u.Position)
			}
			if !cmp.Equal(got, c.want) {
				t.Errorf("found %v, want %v", got, c.want)
			}
			if !slices.IsSortedFunc(
				found, func(a, b notifications.Unmailed) int { return slices.Compare(a.Person[:], b.Person[:]) },
			) {
				t.Error("a person's notifications do not stand together")
			}
		})
	}
}
