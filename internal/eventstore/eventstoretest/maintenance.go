package eventstoretest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

// Maintenance changes stored events as the owner of the database, for eventhorizon's suite only. The
// application never updates or removes an event, and its database role may not: see D-34.
type Maintenance struct {
	pool *pgxpool.Pool
	reg  *codec.Registry
}

var _ eh.EventStoreMaintenance = (*Maintenance)(nil)

// NewMaintenance connects as the owner of the database.
func NewMaintenance(t testing.TB, dsn string, reg *codec.Registry) *Maintenance {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &Maintenance{pool, reg}
}

// Replace implements eh.EventStoreMaintenance.
func (m *Maintenance) Replace(ctx context.Context, e eh.Event) error {
	failed := &eh.EventStoreError{
		Op:               eh.EventStoreOpReplace,
		AggregateType:    e.AggregateType(),
		AggregateID:      e.AggregateID(),
		AggregateVersion: e.Version(),
		Events:           []eh.Event{e},
	}
	data, _, err := m.reg.Encode(e.EventType(), e.Data())
	if err != nil {
		failed.Err = err
		return failed
	}
	meta := []byte("{}")
	if len(e.Metadata()) > 0 {
		if meta, err = json.Marshal(e.Metadata()); err != nil {
			failed.Err = err
			return failed
		}
	}
	tag, err := m.pool.Exec(
		ctx,
		"update events set type = $3, data = $4, metadata = $5, occurred_at = $6 where stream_id = $1 and version = $2",
		e.AggregateID(),
		e.Version(),
		string(e.EventType()),
		data,
		meta,
		e.Timestamp(),
	)
	if err == nil && tag.RowsAffected() == 1 {
		return nil
	}
	var exists bool
	if err == nil {
		err = m.pool.QueryRow(ctx, "select exists (select from events where stream_id = $1)", e.AggregateID()).
			Scan(&exists)
	}
	switch {
	case err != nil:
		failed.Err = err
	case exists:
		failed.Err = eh.ErrEventNotFound
	default:
		failed.Err = eh.ErrAggregateNotFound
	}
	return failed
}

// RenameEvent implements eh.EventStoreMaintenance.
func (m *Maintenance) RenameEvent(ctx context.Context, from, to eh.EventType) error {
	if _, err := m.pool.Exec(ctx, "update events set type = $2 where type = $1", string(from), string(to)); err != nil {
		return &eh.EventStoreError{Err: err, Op: eh.EventStoreOpRename}
	}
	return nil
}
