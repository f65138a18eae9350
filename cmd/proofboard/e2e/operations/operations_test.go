package operations

import (
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	decisions "github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections"
)

func TestOperationsSayWhoRunsWhatAndHowFarItIs(t *testing.T) { // BY-011 BY-015
	harness.Draft(t, "owner")
	at := harness.Head(t)
	harness.Eventually(t, "every projection and worker is at the head", func() bool {
		d := harness.Machinery(t).Data
		held := map[string]bool{}
		for _, w := range d.Workers {
			held[w.Name] = w.Held && w.Holder != nil && (w.Lag == nil || *w.Lag == 0)
		}
		for _, p := range d.Projections {
			if p.Position < at || p.Lag != 0 || !p.Running || p.State != contract.ProjectionStatusStateRunning ||
				harness.Value(p.Holder) == "" {
				return false
			}
		}
		queues := map[string]bool{}
		for _, q := range d.Queues {
			queues[q.Name] = true
		}
		return len(d.Projections) == len(projections.All()) && held["relay"] && held["notify"] && held["promote"] &&
			queues["thumbnails"] &&
			queues["mailer"] &&
			d.QueuesMissing == nil
	})
}

func TestTheWebAppDescribesEachProjectionWorkerAndQueueAndNothingElse(t *testing.T) { // BY-015
	source, err := os.ReadFile("../../../../web/src/features/operations/words.ts")
	if err != nil {
		t.Fatal(err)
	}
	// described returns the names to which a list of the web app gives words.
	described := func(list string) []string {
		_, after, _ := strings.Cut(string(source), "export const "+list+":")
		body, _, _ := strings.Cut(after, "\n};")
		var names []string
		for _, entry := range regexp.MustCompile(`(?m)^  '?([^':]+)'?: '`).FindAllStringSubmatch(body, -1) {
			names = append(names, entry[1])
		}
		return slices.Sorted(slices.Values(names))
	}
	d := harness.Machinery(t).Data
	worked := []string{"payments"} // It runs only where a payment provider is configured.
	var projected, queued []string
	for _, p := range d.Projections {
		projected = append(projected, p.Name)
	}
	for _, w := range d.Workers {
		worked = append(worked, w.Name)
	}
	for _, q := range d.Queues {
		queued = append(queued, q.Name)
	}
	for list, names := range map[string][]string{"projectionWords": projected, "workerWords": worked, "queueWords": queued} {
		slices.Sort(names)
		if words := described(list); !slices.Equal(words, names) {
			t.Errorf("the server has %q, and %s describes %q", names, list, words)
		}
	}
}

func TestADryRunIsAskedForOnceAndReportsNoDifference(t *testing.T) { // BY-012 BY-013
	harness.Draft(t, "owner")
	admin := harness.SignedIn(t, "admin")
	path := "/operations/projections/proofs/rebuild"
	asked := harness.MustCall[contract.RebuildAnswer](
		t,
		admin,
		http.MethodPost,
		path,
		map[string]any{"dryRun": true},
	).Data
	if asked.Projection != "proofs" || !asked.DryRun || asked.RequestedBy == nil ||
		asked.RequestedBy.Id != harness.Cast["admin"].ID {
		t.Fatalf("%+v", asked)
	}
	var job contract.Rebuild
	harness.Eventually(t, "the dry run is done", func() bool {
		all := harness.Machinery(t).Data.Rebuilds
		job = all[slices.IndexFunc(all, func(r contract.Rebuild) bool { return r.Id == asked.Id })]
		return job.State == contract.RebuildStateDone
	})
	if r := job.Report; r == nil || !r.Same || r.Swapped || len(r.Tables) != 5 ||
		r.Tables[0].LiveRows != r.Tables[0].RebuiltRows ||
		job.EndedAt == nil {
		t.Errorf("%+v", job)
	}
	harness.MustRefuse(
		t, admin, http.StatusNotFound, "operations.rebuild_unknown", http.MethodDelete,
		"/operations/rebuilds/"+asked.Id.String(), nil,
	)
	harness.MustRefuse(
		t, admin, http.StatusNotFound, "operations.projection_unknown", http.MethodPost,
		"/operations/projections/nothing/rebuild", map[string]any{"dryRun": true},
	)
}

func TestAParkedStreamIsExaminedRetriedAndSkipped(t *testing.T) { // BY-008 BY-017
	o := harness.Draft(t, "owner")
	at := harness.Head(t)
	admin := harness.SignedIn(t, "admin")
	events, err := harness.World.Store.Load(t.Context(), o, 1)
	if err != nil || len(events) != 1 {
		t.Fatal(err, events)
	}
	// park records a healthy event as if a projection had failed to apply it. So retrying and
	// skipping both succeed at once.
	park := func(o uuid.UUID, version int, position int64, kind string) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), harness.World.Owner)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close(t.Context()) }()
		if _, err := conn.Exec(
			t.Context(),
			"insert into parked_streams (projection, stream_id, position, version, type, error, parked_at) values ('board', $1, $2, $3, $4, 'planted by a test' || repeat('!', 5000), now())",
			o,
			position,
			version,
			kind,
		); err != nil {
			t.Fatal(err)
		}
	}
	// A projection parks only what it has reached, and an autopsy reads no further.
	harness.Eventually(t, "the board reaches the order", func() bool {
		return harness.Projection(t, "board").Position >= events[0].Position
	})
	path := "/operations/projections/board/parked/" + o.String()
	harness.MustRefuse(t, admin, http.StatusNotFound, "operations.not_parked", http.MethodGet, path, nil)
	park(o, 1, events[0].Position, string(events[0].Type))
	x := harness.MustCall[contract.AutopsyAnswer](t, admin, http.MethodGet, path, nil).Data
	if shown := x.Parked.Error; !strings.HasPrefix(shown, "planted by a test!") ||
		utf8.RuneCountInString(shown) != 4000 { // the limit in the contract
		t.Errorf("the error is %d bytes: %.40s", len(shown), shown)
	}
	if x.Order == nil || x.Order.Id != o || x.Length != 1 || len(x.Prefix) != 1 ||
		x.Prefix[0].Position != events[0].Position ||
		!x.Retry.Works ||
		x.Retry.Applied != 1 ||
		!x.Skip.Works ||
		x.Skip.Applied != 0 ||
		x.Decoding.Raw == nil ||
		x.Decoding.Upcast == nil {
		t.Fatalf("%+v", x)
	}
	if harness.Head(t) < at || len(harness.Projection(t, "board").Parked) != 1 {
		t.Error("an examination changed something")
	}
	harness.MustCall[contract.Plain](t, admin, http.MethodPost, "/operations/projections/board/retry", nil)
	harness.Eventually(t, "the stream goes on", func() bool { return len(harness.Projection(t, "board").Parked) == 0 })

	harness.Act(t, "owner", o, order.Publish)
	published, err := harness.World.Store.Load(t.Context(), o, 2)
	if err != nil || len(published) == 0 {
		t.Fatal(err, published)
	}
	park(o, 2, published[0].Position, string(published[0].Type))
	harness.MustRefuse(
		t, admin, http.StatusConflict, "operations.parked_elsewhere", http.MethodPost, path+"/skip",
		map[string]any{"position": 1, "reason": "a reason"},
	)
	harness.MustRefuse(
		t, admin, http.StatusBadRequest, "operations.reason_invalid", http.MethodPost, path+"/skip",
		map[string]any{"position": published[0].Position, "reason": "  "},
	)
	harness.MustCall[contract.Plain](
		t, admin, http.MethodPost, path+"/skip",
		map[string]any{"position": published[0].Position, "reason": "it cannot be applied"},
	)
	harness.Eventually(
		t,
		"the stream goes on without the event",
		func() bool { return len(harness.Projection(t, "board").Parked) == 0 },
	)
	decided, err := harness.World.Store.Load(t.Context(), decisions.StreamOf("board"), 1)
	if err != nil || len(decided) == 0 {
		t.Fatal(err, decided)
	}
	last := decided[len(decided)-1]
	if d, is := last.Data.(*decisions.Skipped); !is || d.Position != published[0].Position ||
		d.Reason != "it cannot be applied" ||
		last.Meta.Actor != harness.Cast["admin"].ID {
		t.Errorf("the decision is no event: %+v", last)
	}
	// The order itself still accepts commands. Other tests do not use this order.
	if _, err := harness.World.Bus.Do(
		t.Context(), &commands.MoveOrder{Order: o, To: order.InProgress, Via: order.StatusControl},
		commands.Request{Actor: harness.Actor("manager")},
	); err != nil {
		t.Error(err)
	}
}
