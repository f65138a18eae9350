package eventstoretest

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// commitRace is check 5. It delays each commit of every process at its very end, and rolls some of
// them back there. It is small unless PROOFBOARD_CHAOS is full.
func commitRace(t *testing.T, x Target) {
	processes, appends, delay := 3, 15, "0.01"
	if os.Getenv("PROOFBOARD_CHAOS") == "full" {
		processes, appends, delay = 8, 30, "0.5"
	}
	dsn := x.Database(t)
	execute(t, dsn, `create sequence rollbacks;
		create sequence commits;
		create function hold_up() returns trigger language plpgsql as $$ begin
			if coalesce(current_setting('chaos.held', true), '') = txid_current()::text then return null; end if; -- once a commit
			perform set_config('chaos.held', txid_current()::text, true);
			perform pg_sleep(random() * `+delay+`);
			if nextval('commits') % 10 = 0 then -- a group has 8 appends at most, so there are some
				perform nextval('rollbacks');
				raise exception 'rolled back at the end' using errcode = 'serialization_failure';
			end if;
			return null;
		end $$;
		grant usage on sequence rollbacks, commits to public;
		create constraint trigger hold_up after insert on events deferrable initially deferred for each row execute function hold_up()`)
	s := Open(t, dsn)
	stop := make(chan struct{})
	seen := follow(t, s, stop)
	began := time.Now()
	children := make([]*child, processes)
	for i := range children {
		children[i] = spawn(t, dsn, appends, childInsists+"=yes")
	}
	var acks []ack
	for _, c := range children {
		<-c.done
		if err := c.cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, c.err.String())
		}
		acks = append(acks, c.acked()...)
	}
	took := time.Since(began)
	close(stop)
	followed := seen()
	log := CheckLog(t, s)
	checkAcks(t, log, acks)
	versions := map[uuid.UUID]int{}
	skipped := len(log) - len(followed)
	for i, e := range followed {
		if versions[e.Stream]++; e.Position != int64(i)+1 || e.Version != versions[e.Stream] {
			t.Fatalf("the reader saw position %d, version %d of its stream as event %d", e.Position, e.Version, i+1)
		}
	}
	rollbacks := scalar(t, dsn, "select case when is_called then last_value else 0 end from rollbacks")
	held := "held"
	if skipped != 0 || len(acks) != processes*8*appends || rollbacks == 0 || t.Failed() {
		held = "NOT HELD"
		t.Fail()
	}
	t.Logf(
		"check 5: %d writers in %d processes, commits held up for 0 to %s s, %d rolled back: %d appends acknowledged in %s, a reader skipped %d of %d events, every stream in order: %s",
		processes*8,
		processes,
		delay,
		rollbacks,
		len(acks),
		took.Round(time.Millisecond),
		skipped,
		len(log),
		held,
	)
}

// scalar returns the only value of a query's result.
func scalar(t testing.TB, dsn, sql string) (n int64) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if err := conn.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
