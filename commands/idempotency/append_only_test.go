package idempotency_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
)

func TestTheApplicationCannotChangeWhatCommandsCameTo(t *testing.T) { // BY-025
	dsn, err := migrations.AsApp(embeddedtest.DatabaseFrom(t, "outcomes-append-only", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	for _, sql := range []string{"update command_outcomes set via = ''", "delete from command_outcomes", "truncate command_outcomes"} {
		var refused *pgconn.PgError
		if _, err := conn.Exec(t.Context(), sql); !errors.As(err, &refused) || refused.Code != "42501" {
			t.Errorf("%s: %v", sql, err)
		}
	}
}
