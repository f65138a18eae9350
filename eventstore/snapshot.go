package eventstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"
)

// Snapshot is the state of a stream at a version. Schema is the shape of State: a build reads only its own.
type Snapshot struct {
	Stream     uuid.UUID
	StreamType eh.AggregateType
	Version    int
	Schema     int
	TakenAt    time.Time // set by the database
	State      []byte    // JSON
}

// SaveSnapshot keeps a snapshot; an older version never replaces a newer one of the same schema.
func (s *Store) SaveSnapshot(ctx context.Context, n Snapshot) error {
	if err := checkSnapshot(n); err != nil {
		return err
	}
	var q pgx.Batch // one implicit transaction, which need not wait for the disk: a lost snapshot only costs a longer load
	q.Queue("select set_config('synchronous_commit', 'off', true)")
	q.Queue(`insert into snapshots as s (stream_id, version, stream_type, schema, state) values ($1, $2, $3, $4, $5)
		on conflict (stream_id) do update
		set version = excluded.version, stream_type = excluded.stream_type, schema = excluded.schema, taken_at = now(), state = excluded.state
		where s.version < excluded.version or s.schema <> excluded.schema`, n.Stream, n.Version, string(n.StreamType), n.Schema, n.State)
	if err := s.pool.SendBatch(ctx, &q).Close(); err != nil {
		return s.readError(err)
	}
	s.meters.snapshot.Inc()
	return nil
}

func checkSnapshot(n Snapshot) error {
	if n.Stream == uuid.Nil || n.Version < 1 || n.StreamType == "" || len(n.State) == 0 {
		return errors.New("event store: a snapshot needs a stream, its type, a version and a state")
	}
	return nil
}

// LoadSnapshot returns the newest snapshot of a stream in a schema.
func (s *Store) LoadSnapshot(ctx context.Context, stream uuid.UUID, schema int) (n Snapshot, found bool, err error) {
	n = Snapshot{Stream: stream, Schema: schema}
	var streamType string
	err = s.pool.QueryRow(ctx, "select version, stream_type, taken_at, state from snapshots where stream_id = $1 and schema = $2", stream, schema).
		Scan(&n.Version, &streamType, &n.TakenAt, &n.State)
	if errors.Is(err, pgx.ErrNoRows) {
		return Snapshot{}, false, nil
	}
	if err != nil {
		return Snapshot{}, false, fmt.Errorf("snapshot of %s: %w", stream, s.readError(err))
	}
	n.StreamType = eh.AggregateType(streamType)
	return n, true, nil
}
