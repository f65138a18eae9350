package backup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Errors that Mark returns.
var (
	ErrNoArchive = errors.New(
		"the server archives no write-ahead log: set archive_mode and archive_command, see docs/operations.md",
	)
	ErrArchive = errors.New("the write-ahead log does not reach its archive")
)

// Marked describes a restore point.
type Marked struct {
	LSN  string
	Time time.Time // time of the server, after all earlier commits
}

const askArchive = 50 * time.Millisecond

// Mark creates a named restore point in the write-ahead log (recovery_target_name) and waits until
// the archive contains the whole log up to it.
func Mark(ctx context.Context, dsn, name string) (m Marked, err error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return m, fmt.Errorf("database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // everything is committed
	var mode, segment string
	if err := conn.QueryRow(ctx, "select current_setting('archive_mode')").Scan(&mode); err != nil {
		return m, err
	}
	if mode == "off" {
		return m, ErrNoArchive
	}
	if err := mayMark(ctx, conn); err != nil {
		return m, err
	}
	if err := conn.QueryRow(ctx, "select pg_create_restore_point($1)::text, clock_timestamp()", name).
		Scan(&m.LSN, &m.Time); err != nil {
		return m, err
	}
	if err := conn.QueryRow(ctx, "select pg_walfile_name($1::pg_lsn), pg_switch_wal()::text", m.LSN).
		Scan(&segment, new(string)); err != nil {
		return m, err
	}
	tick := time.NewTicker(askArchive)
	defer tick.Stop()
	for {
		var archived, failed string
		err := conn.QueryRow(ctx, "select coalesce(last_archived_wal, ''), coalesce(last_failed_wal, '') from pg_stat_archiver").
			Scan(&archived, &failed)
		if err != nil {
			return m, fmt.Errorf("%w: last it took %q and failed on %q: %w", ErrArchive, archived, failed, err)
		}
		if len(archived) >= len(segment) && archived[:len(segment)] >= segment {
			return m, nil
		}
		select {
		case <-ctx.Done():
			return m, fmt.Errorf("%w: last it took %q and failed on %q: %w", ErrArchive, archived, failed, ctx.Err())
		case <-tick.C:
		}
	}
}

// mayMark names the statements that give the role of the connection the rights that Mark needs.
func mayMark(ctx context.Context, conn *pgx.Conn) error {
	var role string
	var point, swap bool
	if err := conn.QueryRow(
		ctx,
		"select quote_ident(current_user), has_function_privilege('pg_create_restore_point(text)', 'execute'), has_function_privilege('pg_switch_wal()', 'execute')",
	).Scan(&role, &point, &swap); err != nil {
		return err
	}
	if point && swap {
		return nil
	}
	return fmt.Errorf(
		"the role %s may not name a moment of the write-ahead log: a superuser must run in this database once: grant execute on function pg_create_restore_point(text), pg_switch_wal() to %[1]s;",
		role,
	)
}
