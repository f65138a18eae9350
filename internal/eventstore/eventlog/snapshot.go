package eventlog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/record"
)

// Snapshot is the state of a stream at a version. Schema is the version of State's shape. A build
// reads only snapshots of its own schema.
type Snapshot struct {
	Stream     uuid.UUID
	StreamType eh.AggregateType
	Version    int
	Schema     int
	TakenAt    time.Time // set by the database
	State      []byte    // JSON
}

// SaveSnapshot stores a snapshot. An older version never replaces a newer one of the same schema.
func (s *Store) SaveSnapshot(ctx context.Context, n Snapshot) error {
	if err := checkSnapshot(n); err != nil {
		return err
	}
	var q pgx.Batch // one implicit transaction, which need not wait for the disk: losing a snapshot only makes the next load slower
	q.Queue("select set_config('synchronous_commit', 'off', true)")
	q.Queue(
		`insert into snapshots as s (stream_id, version, stream_type, schema, state, auth) values ($1, $2, $3, $4, $5, $6)
		on conflict (stream_id) do update
		set version = excluded.version, stream_type = excluded.stream_type, schema = excluded.schema, taken_at = now(), state = excluded.state, auth = excluded.auth
		where s.version < excluded.version or s.schema <> excluded.schema`,
		n.Stream,
		n.Version,
		string(n.StreamType),
		n.Schema,
		n.State,
		s.cfg.Keys.Authenticate(keyring.SnapshotPurpose, n.message()),
	)
	if err := s.pool.SendBatch(ctx, &q).Close(); err != nil {
		return s.Error(err)
	}
	s.meters.snapshot.Inc()
	return nil
}

// message returns what the authenticator of a snapshot covers: stream, version and schema (4 bytes
// each), stream type and state, each of the last two after its length.
func (n Snapshot) message() []byte {
	be := binary.BigEndian
	b := be.AppendUint32(be.AppendUint32(append([]byte(nil), n.Stream[:]...), uint32(n.Version)), uint32(n.Schema))
	return record.AppendBytes(record.AppendText(b, string(n.StreamType)), n.State)
}

func checkSnapshot(n Snapshot) error {
	if n.Stream == uuid.Nil || n.Version < 1 || n.StreamType == "" || len(n.State) == 0 {
		return errors.New("event store: a snapshot needs a stream, its type, a version and a state")
	}
	return nil
}

// LoadSnapshot returns the newest snapshot of a stream in a schema. It removes one that is not
// authentic and behaves as if there were none.
func (s *Store) LoadSnapshot(ctx context.Context, stream uuid.UUID, schema int) (n Snapshot, found bool, err error) {
	n = Snapshot{Stream: stream, Schema: schema}
	var streamType string
	var auth []byte
	err = s.pool.QueryRow(ctx, "select version, stream_type, taken_at, state, auth from snapshots where stream_id = $1 and schema = $2", stream, schema).
		Scan(&n.Version, &streamType, &n.TakenAt, &n.State, &auth)
	if errors.Is(err, pgx.ErrNoRows) {
		return Snapshot{}, false, nil
	}
	if err != nil {
		return Snapshot{}, false, fmt.Errorf("snapshot of %s: %w", stream, s.Error(err))
	}
	n.StreamType = eh.AggregateType(streamType)
	if s.cfg.Keys.Authentic(keyring.SnapshotPurpose, n.message(), auth) {
		return n, true, nil
	}
	if auth != nil { // snapshots without one were stored before there were authenticators
		s.log.Error(
			"event store: a snapshot was changed behind the product's back and is not used", "stream", stream,
			"version", n.Version,
		)
	}
	_, err = s.pool.Exec(
		ctx,
		"delete from snapshots where stream_id = $1 and schema = $2 and version = $3 and auth is not distinct from $4",
		stream, schema, n.Version, auth,
	)
	return Snapshot{}, false, s.Error(err)
}

// SnapshotsChecked is what a comparison of snapshots with the events found.
type SnapshotsChecked struct {
	Checked int
	Faults  []string // what is wrong, a sentence for each snapshot
	// Before counts snapshots without an authenticator that a build from before authenticators may
	// have stored. They are not used, so they are no fault.
	Before int
}

// EachSnapshot calls do with every snapshot.
func (s *Store) EachSnapshot(ctx context.Context, do func(n Snapshot, a keyring.Authenticity) error) error {
	const page = 200
	for after := (uuid.UUID{}); ; {
		rows, err := s.pool.Query(
			ctx,
			"select stream_id, version, schema, stream_type, taken_at, state, auth from snapshots where stream_id > $1 order by stream_id limit $2",
			after,
			page,
		)
		if err != nil {
			return s.Error(err)
		}
		var all []Snapshot
		var auths [][]byte
		var n Snapshot
		var streamType string
		var auth []byte
		_, err = pgx.ForEachRow(
			rows,
			[]any{&n.Stream, &n.Version, &n.Schema, &streamType, &n.TakenAt, &n.State, &auth},
			func() error {
				n.StreamType = eh.AggregateType(streamType)
				all, auths = append(all, n), append(auths, auth)
				n, auth = Snapshot{}, nil
				return nil
			},
		)
		if err != nil {
			return s.Error(err)
		}
		for i, n := range all {
			if err := do(n, s.cfg.Keys.Judge(keyring.SnapshotPurpose, n.message(), auths[i])); err != nil {
				return err
			}
			after = n.Stream
		}
		if len(all) < page {
			return nil
		}
	}
}
