package eventlog_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

func TestIdsComeBackFromAPoolAsIds(t *testing.T) {
	pool, err := eventlog.NewPool(t.Context(), embeddedtest.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	sent := []uuid.UUID{uuid.New(), uuid.Nil, uuid.New()}
	rows, err := pool.Query(t.Context(), "select id from unnest($1::uuid[]) id", sent)
	if err != nil {
		t.Fatal(err)
	}
	// Without the codec of NewPool the values are arrays of bytes.
	got, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (uuid.UUID, error) {
		values, err := row.Values()
		if err != nil {
			return uuid.Nil, err
		}
		id, ok := values[0].(uuid.UUID)
		if !ok {
			t.Errorf("an id comes back as %T", values[0])
		}
		return id, nil
	})
	if err != nil || !slices.Equal(got, sent) {
		t.Errorf("sent %v, got %v (%v)", sent, got, err)
	}
}
