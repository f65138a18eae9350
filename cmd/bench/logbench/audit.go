package logbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/migrations"
)

// AuditReport has the time that the transparency log needs for a log of Events, beside the time
// that it takes only to read them.
type AuditReport struct {
	Events int     `json:"events"`
	Scan   float64 `json:"scan"`   // seconds to read every event's record
	Build  float64 `json:"build"`  // seconds until the tree covers the log
	Verify float64 `json:"verify"` // seconds to verify the log against tree and head
}

// Audit measures the transparency log. It uses a scratch database on the server of dsn, and drops
// it at the end.
func Audit(ctx context.Context, dsn string, events int) (AuditReport, error) {
	report := AuditReport{Events: events}
	err := Scratch(ctx, dsn, func(dsn string) error {
		if err := migrations.Up(ctx, dsn); err != nil {
			return err
		}
		db, err := pgxpool.New(ctx, dsn)
		if err != nil {
			return err
		}
		defer db.Close()
		if err := fill(ctx, db, events); err != nil {
			return err
		}
		store, err := eventlog.Open(ctx, eventlog.Config{DSN: dsn, Registry: codec.NewRegistry()})
		if err != nil {
			return err
		}
		defer store.Close() //nolint:errcheck // nothing was appended
		return audit(ctx, store, db, &report)
	})
	return report, err
}

// fill writes events of the usual size: 20 in a stream, with 100 bytes of data and 140 of metadata
// each.
func fill(ctx context.Context, db *pgxpool.Pool, events int) error {
	_, err := db.Exec(
		ctx,
		`insert into events (position, stream_id, version, stream_type, type, data, metadata, command_id, occurred_at)
		select n, md5(((n - 1) / 20)::text)::uuid, (n - 1) % 20 + 1, 'order', 'order-moved',
			json_build_object('from', 'in-progress', 'to', 'in-review', 'rank', md5(n::text), 'note', n),
			json_build_object('actor', md5((n % 50)::text)::uuid, 'role', 'manager', 'command', md5('c' || n)::uuid, 'correlation', md5('r' || n)::uuid),
			md5('c' || n)::uuid, timestamptz '2026-01-01' + n * interval '1 second'
		from generate_series(1, $1::bigint) n`,
		events,
	)
	if err == nil {
		_, err = db.Exec(ctx, "vacuum analyze events")
	}
	return err
}

func audit(ctx context.Context, store *eventlog.Store, db *pgxpool.Pool, r *AuditReport) error {
	dir, err := os.MkdirTemp("", "proofboard-audit-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the key signs only heads of the scratch database
	keys, err := translog.OpenKeys(filepath.Join(dir, "log.key"))
	if err != nil {
		return err
	}
	tree := translog.New(store, db, keys, time.Now)

	read := 0
	start := time.Now()
	if err := store.EachRecord(ctx, 0, r.Events, func(int64, []byte) error { read++; return nil }); err != nil {
		return err
	}
	r.Scan = time.Since(start).Seconds()
	if read != r.Events {
		return fmt.Errorf("read %d of %d events", read, r.Events)
	}

	start = time.Now()
	if err := cover(ctx, tree, lease.New(store, nil), int64(r.Events)); err != nil {
		return err
	}
	r.Build = time.Since(start).Seconds()
	head, err := tree.SignHead(ctx)
	if err != nil {
		return err
	}

	start = time.Now()
	found, err := tree.Verify(ctx, keys.Verifiers, []string{head}, func(int64) {})
	if err != nil {
		return err
	}
	r.Verify = time.Since(start).Seconds()
	if len(found.Findings) > 0 || found.Covered != int64(r.Events) {
		return fmt.Errorf("an untouched log does not verify: %+v", found)
	}
	return nil
}

// cover runs the tree until it covers that many events.
func cover(ctx context.Context, tree *translog.Tree, leases *lease.Leases, events int64) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- tree.Run(ctx, leases) }()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		n, err := tree.Size(ctx)
		if err != nil {
			return err
		}
		if n >= events {
			cancel()
			return <-ended
		}
		select {
		case err := <-ended:
			return errors.Join(err, ctx.Err())
		case <-look.C:
		}
	}
}

// Print writes the report as text.
func (r AuditReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%d events\n%8s %10s %12s %8s\n", r.Events, "", "seconds", "events/s", "x scan")
	for _, row := range []struct {
		name    string
		seconds float64
	}{{"scan", r.Scan}, {"build", r.Build}, {"verify", r.Verify}} {
		fmt.Fprintf(
			w, "%8s %10.2f %12.0f %8.2f\n", row.name, row.seconds, float64(r.Events)/row.seconds, row.seconds/r.Scan,
		)
	}
}
