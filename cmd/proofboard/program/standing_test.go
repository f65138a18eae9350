package program

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
)

// gauges returns the values of a metric by the values of its labels.
func gauges(t *testing.T, p *Program, name string) map[string]float64 {
	t.Helper()
	families, err := p.Metrics().Gather()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetValue())
			}
			if f.GetName() == name {
				values[fmt.Sprint(labels)] = m.GetGauge().GetValue()
			}
		}
	}
	return values
}

func TestLeasesRebuildsAndSnapshotsAreMeasured(t *testing.T) { // BY-016
	p, _, _ := opened(t)
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	owner, err := pgx.Connect(t.Context(), p.owner)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // read already
	_, err = owner.Exec(t.Context(), `
		insert into leases (name, key, holder, since) values ('scheduler', 4711, 'host/1', now()), ('rebuild board', 4713, 'host/1', now());
		insert into rebuild_jobs (id, projection, dry_run, state, requested_at, position, head, rate) values
			(gen_random_uuid(), 'board', false, 'failed', now() - interval '1 hour', 5, 10, 7),
			(gen_random_uuid(), 'board', false, 'running', now(), 250, 1000, 125),
			(gen_random_uuid(), 'timeline', true, 'done', now() - interval '1 hour', 10, 10, 7),
			(gen_random_uuid(), 'timeline', true, 'failed', now(), 5, 10, 7);
		insert into board_snapshots (position, schema, orders) values (10, 1, ''), (20, 1, '');
		insert into events (position, stream_id, version, stream_type, type, data, metadata, command_id, occurred_at)
			select n, gen_random_uuid(), 1, 'order', 'order.drafted', '{}', '{}', gen_random_uuid(), now() from generate_series(1, 50) n`)
	if err != nil {
		t.Fatal(err)
	}
	held, err := pgx.Connect(t.Context(), p.owner)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close(context.Background()) //nolint:errcheck // it holds nothing but a lock
	if _, err := held.Exec(
		t.Context(),
		"insert into leases (name, key, holder, since) values ('worker_relay', 4714, 'host/1', now()); select pg_advisory_lock(4714)",
	); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]map[string]float64{
		"proofboard_lease_held":                {"[scheduler]": 0, "[worker_relay]": 1},
		"proofboard_rebuild_progress_ratio":    {"[board]": .25, "[timeline]": 0, "[topics]": 0},
		"proofboard_rebuild_events_per_second": {"[board]": 125, "[timeline]": 0, "[topics]": 0},
		"proofboard_rebuild_state":             {"[board running]": 1, "[board failed]": 0, "[board queued]": 0, "[timeline failed]": 1, "[timeline running]": 0, "[topics failed]": 0},
		"proofboard_board_snapshots":           {"[]": 2},
		"proofboard_board_snapshot_lag_events": {"[]": 30},
	} {
		got := gauges(t, p, name)
		for labels, v := range want {
			if g, served := got[labels]; !served || g != v {
				t.Errorf("%s%s is %v (served: %v), want %v", name, labels, g, served, v)
			}
		}
		if name == "proofboard_lease_held" && len(got) != len(want) {
			t.Errorf("%s is %v", name, got)
		}
	}
}
