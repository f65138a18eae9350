package eventlog_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/migrations"
)

// sealed is a log whose events are authenticated.
type sealed struct {
	*eventlog.Store
	db   *pgxpool.Pool
	keys *keyring.Keyring
	file string
	dsn  string
}

func openSealed(t *testing.T) *sealed {
	t.Helper()
	s := &sealed{
		dsn:  embeddedtest.DatabaseFrom(t, "migrated", migrations.Up),
		file: filepath.Join(t.TempDir(), "keys", "events.key"),
	}
	db, err := pgxpool.New(t.Context(), s.dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	s.db = db
	s.reopen(t)
	return s
}

// reopen opens the log as another process would.
func (s *sealed) reopen(t *testing.T) {
	t.Helper()
	keys, err := keyring.Open(s.file)
	if err != nil {
		t.Fatal(err)
	}
	s.keys, s.Store = keys, eventstoretest.OpenWith(t, eventlog.Config{DSN: s.dsn, Keys: keys})
}

func (s *sealed) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := s.db.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// forged lists the positions whose authenticator is not right.
func (s *sealed) forged(t *testing.T) (positions []int64) {
	t.Helper()
	if err := s.EachChecked(t.Context(), 0, 100_000, func(position int64, _ []byte, forged error) error {
		if forged != nil {
			positions = append(positions, position)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return positions
}

func TestTheAuthenticatorIsHMACSHA256OverTheBytesOfTheLeafHoweverTheEventIsAppended(t *testing.T) { // D-74, BY-046
	s := openSealed(t)
	other := eventstoretest.OpenWith(
		t,
		eventlog.Config{DSN: s.dsn, Keys: s.keys},
	) // the second writer takes the slow path
	for i, n := range []int{1, 3, 8, 9, 40} { // by statement and by COPY
		for _, store := range []*eventlog.Store{s.Store, other, s.Store, s.Store} {
			a := eventlog.Append{
				Stream:     uuid.New(),
				StreamType: eventstoretest.StreamType,
				Events:     eventstoretest.Events(fmt.Sprint(i), n),
			}
			if _, err := store.Append(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(strings.TrimPrefix(string(text), "key "), "\n")
	secret, err := base64.StdEncoding.DecodeString(line)
	if err != nil {
		t.Fatal(err)
	}
	auths := map[int64][]byte{}
	rows, err := s.db.Query(t.Context(), "select position, auth from events")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var position int64
		var auth []byte
		if err := rows.Scan(&position, &auth); err != nil {
			t.Fatal(err)
		}
		auths[position] = auth
	}
	seen := 0
	err = s.EachRecord(t.Context(), 0, 10_000, func(position int64, record []byte) error {
		seen++
		mac := hmac.New(sha256.New, secret)
		mac.Write(record)
		name := sha256.Sum256(append([]byte("proofboard event key "), secret...))
		if want := append(name[:4:4], mac.Sum(nil)...); !bytes.Equal(auths[position], want) {
			t.Errorf("position %d: %x, want %x", position, auths[position], want)
		}
		return nil
	})
	if err != nil || seen != 4*61 {
		t.Errorf("%d events, %v", seen, err)
	}
	if found := s.forged(t); len(found) > 0 {
		t.Errorf("forged: %v", found)
	}
}

const forge = `insert into events select position + 1, stream_id, version + 1, stream_type, type, data, metadata, gen_random_uuid(), occurred_at, %s
	from events order by position desc limit 1`

func TestAnEventForgedBySQLIsAcceptedByNobodyAndStopsOnlyItsStream(t *testing.T) { // check 32, BY-046
	for name, auth := range map[string]string{
		"without an authenticator":    "null",
		"with that of another event":  "auth",
		"with an unknown key":         "'\\x00000000'::bytea || substr(auth, 5)",
		"with one that is cut short":  "substr(auth, 1, 20)",
		"with nothing but a key name": "substr(auth, 1, 4)",
	} {
		t.Run(name, func(t *testing.T) {
			s := openSealed(t)
			stream, sound := uuid.New(), uuid.New()
			for _, id := range []uuid.UUID{sound, stream} {
				if _, err := s.Append(t.Context(), eventstoretest.One(id, 0)); err != nil {
					t.Fatal(err)
				}
			}
			s.exec(t, fmt.Sprintf(forge, auth))
			s.reopen(t) // nothing in memory
			_, err := s.Load(t.Context(), stream, 1)
			var at *eventlog.UnreadableError
			if !errors.Is(err, eventlog.ErrForged) || !errors.As(err, &at) || at.Position != 3 ||
				at.Stream != stream {
				t.Errorf("loading the stream: %v", err)
			}
			var refused *domain.Error
			if !errors.As(err, &refused) || refused.Code != domain.Conflict ||
				!strings.Contains(refused.Message, "event 3 ("+string(eventstoretest.CountedType)+")") {
				t.Errorf("what a person is told: %v", refused)
			}
			if events, err := s.Load(t.Context(), sound, 1); err != nil || len(events) != 1 {
				t.Errorf("another stream: %d events, %v", len(events), err)
			}
			if res, err := s.Append(t.Context(), eventstoretest.One(sound, 1)); err != nil || res.Position != 4 {
				t.Errorf("appending to another stream: %+v, %v", res, err)
			}
			page, err := s.ReadPage(t.Context(), 0, 10, eventlog.Filter{Lenient: true})
			if err != nil || len(page.Events) != 4 {
				t.Fatalf("%d events, %v", len(page.Events), err)
			}
			if u, ok := page.Events[2].Data.(*codec.Undecodable); !ok || !errors.Is(u.Err, eventlog.ErrForged) {
				t.Errorf("a reader that goes on has %+v", page.Events[2].Data)
			}
			if found := s.forged(t); len(found) != 1 || found[0] != 3 {
				t.Errorf("forged: %v", found)
			}
		})
	}
}

func TestAChangedByteOfAnEventBreaksItsAuthenticator(t *testing.T) { // check 32, BY-046
	s := openSealed(t)
	for range 6 {
		if _, err := s.Append(t.Context(), eventstoretest.One(uuid.New(), 0)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tamper := range []string{
		"data = (data::text || ' ')::json", "metadata = '{\"actor\":\"x\"}'", "type = 'test.other'", "occurred_at = occurred_at + interval '1 microsecond'",
		"stream_id = gen_random_uuid()", "command_id = gen_random_uuid()", "stream_type = 'order'", "version = 7", "auth = null",
	} {
		s.exec(t, "create table if not exists kept as select * from events")
		s.exec(t, "update events set "+tamper+" where position = 3")
		if found := s.forged(t); len(found) != 1 || found[0] != 3 {
			t.Errorf("%s: forged are %v", tamper, found)
		}
		s.exec(t, "delete from events; insert into events select * from kept")
	}
	s.exec(
		t,
		"update events set position = 100 where position = 2; update events set position = 2 where position = 5; update events set position = 5 where position = 100",
	)
	if found := s.forged(t); len(found) != 2 {
		t.Errorf("two that changed places: %v", found)
	}
}

func TestAKeyIsRotatedByAddingOneAndRunningProcessesLearnIt(t *testing.T) { // D-74
	s := openSealed(t)
	old := s.Store
	if _, err := s.Append(t.Context(), eventstoretest.One(uuid.New(), 0)); err != nil {
		t.Fatal(err)
	}
	rotating, err := keyring.Open(s.file)
	if err == nil {
		err = rotating.Rotate()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.reopen(t)
	if len(s.keys.IDs()) != 2 || s.keys.Boundary() == nil {
		t.Fatalf("keys %v, boundary %v", s.keys.IDs(), s.keys.Boundary())
	}
	if _, err := s.Append(t.Context(), eventstoretest.One(uuid.New(), 0)); err != nil {
		t.Fatal(err)
	}
	var first, second []byte
	if err := s.db.QueryRow(t.Context(), "select min(substr(auth, 1, 4)) filter (where position = 1), min(substr(auth, 1, 4)) filter (where position = 2) from events").
		Scan(&first, &second); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(first, second) {
		t.Error("the new key is not used")
	}
	if found := s.forged(t); len(found) > 0 {
		t.Errorf("forged: %v", found)
	}
	// It reads the file again for a key that it does not know, at most once a second.
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(10 * time.Second); ; <-look.C {
		events, err := old.Read(t.Context(), 0, 10)
		if err == nil && len(events) == 2 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("a running process does not learn the new key: %v", err)
		}
	}
}

func TestEventsFromBeforeNeedNoAuthenticatorButNobodyCanAddToThem(t *testing.T) { // D-74
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	before := eventstoretest.Open(t, dsn)
	stream := uuid.New()
	if _, err := before.Append(t.Context(), eventstoretest.One(stream, 0)); err != nil {
		t.Fatal(err)
	}
	keys, err := keyring.Open(filepath.Join(t.TempDir(), "events.key"))
	if err != nil {
		t.Fatal(err)
	}
	s := eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Keys: keys})
	if keys.Boundary() != nil {
		t.Fatal("a log with events has a boundary before anybody looked for the last one without an authenticator")
	}
	if _, err := s.Append(t.Context(), eventstoretest.One(stream, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := before.Append(t.Context(), eventstoretest.One(uuid.New(), 0)); err != nil { // an older build beside
		t.Fatal(err)
	}
	if events, err := s.Load(context.Background(), stream, 1); err != nil || len(events) != 2 {
		t.Errorf("%d events, %v", len(events), err)
	}
	if err := keys.Settle(keyring.Boundary{Position: 3}); err != nil {
		t.Fatal(err)
	}
	if err := keys.Settle(keyring.Boundary{Position: 100}); err != nil || keys.Boundary().Position != 3 {
		t.Errorf("the boundary moved to %d, %v", keys.Boundary().Position, err)
	}
	if _, err := before.Append(t.Context(), eventstoretest.One(uuid.New(), 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(t.Context(), 0, 3); err != nil {
		t.Errorf("up to the boundary: %v", err)
	}
	if _, err := s.Read(t.Context(), 3, 1); !errors.Is(err, eventlog.ErrForged) {
		t.Errorf("behind the boundary: %v", err)
	}
}

func TestAStoreDoesNotOpenWithTheKeysOfAnotherLog(t *testing.T) { // D-74
	s := openSealed(t)
	if _, err := s.Append(t.Context(), eventstoretest.One(uuid.New(), 0)); err != nil {
		t.Fatal(err)
	}
	other, err := keyring.Open(filepath.Join(t.TempDir(), "events.key"))
	if err != nil {
		t.Fatal(err)
	}
	if store, err := eventlog.Open(
		t.Context(), eventlog.Config{DSN: s.dsn, Registry: eventstoretest.Registry(), Keys: other},
	); !errors.Is(err, eventlog.ErrKeys) {
		t.Errorf("%v, %v", store, err)
	}
}

func TestAnAlteredSnapshotIsNotBelieved(t *testing.T) { // check 32, BY-046
	s := openSealed(t)
	id := uuid.New()
	save := func() {
		t.Helper()
		if err := s.SaveSnapshot(t.Context(), eventlog.Snapshot{
			Stream:     id,
			StreamType: eventstoretest.StreamType,
			Version:    5,
			Schema:     1,
			State:      []byte(`{"n":5}`),
		}); err != nil {
			t.Fatal(err)
		}
	}
	save()
	if n, found, err := s.LoadSnapshot(t.Context(), id, 1); err != nil || !found || string(n.State) != `{"n":5}` {
		t.Fatalf("%+v, %t, %v", n, found, err)
	}
	for _, tamper := range []string{`state = '{"n":6}'`, "version = 6", "stream_type = 'order'", "auth = null", "auth = set_byte(auth, 35, get_byte(auth, 35) # 1)"} {
		save()
		s.exec(t, "update snapshots set "+tamper)
		var bad int
		if err := s.EachSnapshot(t.Context(), func(_ eventlog.Snapshot, a keyring.Authenticity) error {
			if a != keyring.Genuine && (a == keyring.Unauthenticated) == (tamper == "auth = null") {
				bad++
			}
			return nil
		}); err != nil || bad != 1 {
			t.Errorf("%s: %d snapshots are not authentic, %v", tamper, bad, err)
		}
		if n, found, err := s.LoadSnapshot(t.Context(), id, 1); err != nil || found {
			t.Errorf("%s: %+v, %t, %v", tamper, n, found, err)
		}
	}
	save()
	s.exec(t, "update snapshots set schema = 2")
	if _, found, err := s.LoadSnapshot(t.Context(), id, 2); err != nil || found {
		t.Errorf("of another schema: %t, %v", found, err)
	}
}
