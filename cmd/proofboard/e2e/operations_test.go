package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/commands"
	decisions "github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
)

func machinery(t *testing.T) contract.OperationsAnswer {
	t.Helper()
	return ok[contract.OperationsAnswer](t, as(t, "admin"), http.MethodGet, "/operations", nil)
}

func projection(t *testing.T, name string) contract.ProjectionStatus {
	t.Helper()
	all := machinery(t).Data.Projections
	i := slices.IndexFunc(all, func(p contract.ProjectionStatus) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("no projection %s", name)
	}
	return all[i]
}

func TestOperationsSayWhoRunsWhatAndHowFarItIs(t *testing.T) { // BY-011 BY-015
	draft(t, "owner")
	at := head(t)
	eventually(t, "every projection and worker is at the head", func() bool {
		d := machinery(t).Data
		held := map[string]bool{}
		for _, w := range d.Workers {
			held[w.Name] = w.Held && w.Holder != nil && (w.Lag == nil || *w.Lag == 0)
		}
		for _, p := range d.Projections {
			if p.Position < at || p.Lag != 0 || !p.Running || p.State != contract.ProjectionStatusStateRunning ||
				value(p.Holder) == "" {
				return false
			}
		}
		queues := map[string]bool{}
		for _, q := range d.Queues {
			queues[q.Name] = true
		}
		return len(d.Projections) == len(program.Projections()) && held["relay"] && held["notify"] && held["promote"] &&
			queues["thumbnails"] &&
			queues["mailer"] &&
			d.QueuesMissing == nil
	})
}

func TestADryRunIsAskedForOnceAndReportsNoDifference(t *testing.T) { // BY-012 BY-013
	draft(t, "owner")
	admin := as(t, "admin")
	path := "/operations/projections/proofs/rebuild"
	asked := ok[contract.RebuildAnswer](t, admin, http.MethodPost, path, map[string]any{"dryRun": true}).Data
	if asked.Projection != "proofs" || !asked.DryRun || asked.RequestedBy == nil ||
		asked.RequestedBy.Id != cast["admin"].ID {
		t.Fatalf("%+v", asked)
	}
	var job contract.Rebuild
	eventually(t, "the dry run is done", func() bool {
		all := machinery(t).Data.Rebuilds
		job = all[slices.IndexFunc(all, func(r contract.Rebuild) bool { return r.Id == asked.Id })]
		return job.State == contract.RebuildStateDone
	})
	if r := job.Report; r == nil || !r.Same || r.Swapped || len(r.Tables) != 3 ||
		r.Tables[0].LiveRows != r.Tables[0].RebuiltRows ||
		job.EndedAt == nil {
		t.Errorf("%+v", job)
	}
	refused(
		t, admin, http.StatusNotFound, "operations.rebuild_unknown", http.MethodDelete,
		"/operations/rebuilds/"+asked.Id.String(), nil,
	)
	refused(
		t, admin, http.StatusNotFound, "operations.projection_unknown", http.MethodPost,
		"/operations/projections/nothing/rebuild", map[string]any{"dryRun": true},
	)
}

func TestAParkedStreamIsExaminedRetriedAndSkipped(t *testing.T) { // BY-008 BY-017
	o := draft(t, "owner")
	at := head(t)
	admin := as(t, "admin")
	events, err := world.Store.Load(t.Context(), o, 1)
	if err != nil || len(events) != 1 {
		t.Fatal(err, events)
	}
	// park records a healthy event as if a projection had failed to apply it. So retrying and
	// skipping both succeed at once.
	park := func(o uuid.UUID, version int, position int64, kind string) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), world.DSN())
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
	path := "/operations/projections/board/parked/" + o.String()
	refused(t, admin, http.StatusNotFound, "operations.not_parked", http.MethodGet, path, nil)
	park(o, 1, events[0].Position, string(events[0].Type))
	x := ok[contract.AutopsyAnswer](t, admin, http.MethodGet, path, nil).Data
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
	if head(t) < at || len(projection(t, "board").Parked) != 1 {
		t.Error("an examination changed something")
	}
	ok[contract.Plain](t, admin, http.MethodPost, "/operations/projections/board/retry", nil)
	eventually(t, "the stream goes on", func() bool { return len(projection(t, "board").Parked) == 0 })

	act(t, "owner", o, order.Publish)
	published, err := world.Store.Load(t.Context(), o, 2)
	if err != nil || len(published) == 0 {
		t.Fatal(err, published)
	}
	park(o, 2, published[0].Position, string(published[0].Type))
	refused(
		t, admin, http.StatusConflict, "operations.parked_elsewhere", http.MethodPost, path+"/skip",
		map[string]any{"position": 1, "reason": "a reason"},
	)
	refused(
		t, admin, http.StatusBadRequest, "operations.reason_invalid", http.MethodPost, path+"/skip",
		map[string]any{"position": published[0].Position, "reason": "  "},
	)
	ok[contract.Plain](
		t, admin, http.MethodPost, path+"/skip",
		map[string]any{"position": published[0].Position, "reason": "it cannot be applied"},
	)
	eventually(
		t, "the stream goes on without the event", func() bool { return len(projection(t, "board").Parked) == 0 },
	)
	decided, err := world.Store.Load(t.Context(), decisions.StreamOf("board"), 1)
	if err != nil || len(decided) == 0 {
		t.Fatal(err, decided)
	}
	last := decided[len(decided)-1]
	if d, is := last.Data.(*decisions.Skipped); !is || d.Position != published[0].Position ||
		d.Reason != "it cannot be applied" ||
		last.Meta.Actor != cast["admin"].ID {
		t.Errorf("the decision is no event: %+v", last)
	}
	// The order itself still accepts commands. Other tests do not use this order.
	if _, err := world.Bus.Do(
		t.Context(), commands.NewMoveOrder(o, commands.MoveOrder{To: order.InProgress, Via: order.StatusControl}),
		commands.Request{Actor: actor("manager")},
	); err != nil {
		t.Error(err)
	}
}
