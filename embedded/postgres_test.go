package embedded_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/embedded/embeddedtest"
)

func TestDraft(t *testing.T) {
	for range 3 {
		dsn := embeddedtest.Database(t)
		c, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		var v string
		if err := c.QueryRow(t.Context(), "select version() || current_database() || current_setting('fsync')").Scan(&v); err != nil {
			t.Fatal(err)
		}
		t.Log(v)
		c.Close(t.Context())
	}
}
