package program

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/jobs"
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
	owner, err := pgx.Connect(t.Context(), p.Owner)
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
	held, err := pgx.Connect(t.Context(), p.Owner)
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
	if err := jobs.Add(
		t.Context(), p.Pool, jobs.Job{Kind: jobs.Trials, ID: uuid.New(), Account: "a", AskedAt: time.Now()},
	); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Pool.Exec(t.Context(), `
		insert into webhook_deliveries (id, endpoint, position, subject, type, body, state, tries, made_at, next_at) values
			(gen_random_uuid(), gen_random_uuid(), 1, gen_random_uuid(), 'x', '', 'waiting', 2, now() - interval '1 hour', now()),
			(gen_random_uuid(), gen_random_uuid(), 1, gen_random_uuid(), 'x', '', 'waiting', 0, now(), now()),
			(gen_random_uuid(), gen_random_uuid(), 1, gen_random_uuid(), 'x', '', 'delivered', 1, now(), now());
		insert into payment_notices (id, type, object, received_at, done_at, next_at, failure) values
			('a', 'x', 'y', now(), null, now(), 'no answer'), ('b', 'x', 'y', now(), now(), now(), '');
		insert into refused_steps (id, step, stream, position, message, first_at, last_at) values
			(gen_random_uuid(), 'x', gen_random_uuid(), 1, 'refused', now(), now())`); err != nil {
		t.Fatal(err)
	}
	if age := gauges(t, p, "proofboard_jobs_oldest_seconds")["[deliveries of webhooks]"]; age < 3600 || age > 3700 {
		t.Errorf("the oldest delivery waits %v seconds", age)
	}
	shown, err := p.server.Machinery(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]int64{}
	for _, q := range shown.Queues {
		counted[q.Name] = q.Waiting
	}
	if counted["deliveries of webhooks"] != 2 || counted["trials of workflows"] != 1 {
		t.Errorf("operators see %v", counted)
	}
	for name, want := range map[string]map[string]float64{
		"proofboard_lease_held":                {"[scheduler]": 0, "[worker_relay]": 1},
		"proofboard_rebuild_progress_ratio":    {"[board]": .25, "[timeline]": 0, "[topics]": 0},
		"proofboard_rebuild_events_per_second": {"[board]": 125, "[timeline]": 0, "[topics]": 0},
		"proofboard_rebuild_state":             {"[board running]": 1, "[board failed]": 0, "[board queued]": 0, "[timeline failed]": 1, "[timeline running]": 0, "[topics failed]": 0},
		"proofboard_board_snapshots":           {"[]": 2},
		"proofboard_jobs": {"[bulk downloads waiting]": 0, "[trials of workflows waiting]": 1, "[trials of workflows running]": 0, "[trials of workflows failing]": 0,
			"[deliveries of webhooks waiting]": 2, "[deliveries of webhooks failing]": 1, "[notices of payments waiting]": 1,
			"[notices of payments failing]": 1, "[refused steps waiting]": 1, "[refused steps failing]": 1,
			"[rebuilds waiting]": 0, "[rebuilds running]": 1, "[imports waiting]": 0, "[pictures of PDFs waiting]": 0},
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
