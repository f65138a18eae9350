package accounts

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Failed tries delay the next one: 1 s after the first, doubling to 30 s (D-72). They are counted in the database, so the delays hold for all
// processes. maxGuesses bounds what patience can try on one account, or from one known browser.
const (
	firstDelay    = time.Second
	longestDelay  = 30 * time.Second
	failureWindow = 15 * time.Minute // older failures delay nothing
	guessWindow   = time.Hour
	maxGuesses    = 19
)

// Origin is where a password comes from. Device is the known browser that sent it, uuid.Nil for a browser that has not signed in to this
// account before. Failures of others delay a known browser neither by account nor by address.
type Origin struct {
	Address string
	Device  uuid.UUID
}

// tries are what failures are counted by. The first one is also limited to maxGuesses an hour.
type tries struct {
	subjects [][]byte
	known    bool
}

func (o Origin) tries(account, prefix string) tries {
	if o.Device != uuid.Nil {
		return tries{subjects: [][]byte{hash(prefix + "device:" + o.Device.String() + ":" + account)}, known: true}
	}
	return tries{subjects: [][]byte{hash(prefix + account), hash(prefix + "address:" + network(o.Address))}}
}

// network is the address that failures are counted by. Whoever has one IPv6 address has a whole /64.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		if p, err := ip.Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}

// guess lets compare look at a password, unless earlier failures delay it. Guesses on one account are looked at one by one in all processes,
// so guesses that are sent at once count like guesses that are sent in turn. A password that compare finds wrong is refused with wrong.
func (s *Store) guess(ctx context.Context, t tries, wrong error, compare func(db querier) (bool, error)) error {
	if err := s.slowDown(ctx, s.pool, t); err != nil { // cheap, before anything is waited for
		return err
	}
	slots := s.slots
	if t.known {
		slots = s.knownSlots // strangers' guesses fill the others
	}
	done, err := takeTurn(ctx, slots)
	if err != nil {
		return err
	}
	defer done()
	var refusal error
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx, "select pg_advisory_xact_lock($1)", int64(binary.BigEndian.Uint64(t.subjects[0])),
		); err != nil {
			return unavailable("sign-in", err)
		}
		if err := s.slowDown(ctx, tx, t); err != nil {
			return err
		}
		right, err := compare(tx) // on the same connection: others may hold all the rest
		switch {
		case err != nil:
			return err
		case right:
			_, err = tx.Exec(
				ctx, "update signin_failures set cleared = true where subject = $1 and not cleared", t.subjects[0],
			)
		default:
			refusal = wrong
			_, err = tx.Exec(
				ctx, "insert into signin_failures (subject, at) select unnest($1::bytea[]), $2", t.subjects, s.clock(),
			)
		}
		return unavailable("sign-in", err)
	})
	if err != nil {
		return err
	}
	return refusal
}

// slowDown refuses a try with TooManyFailuresError while a delay runs.
func (s *Store) slowDown(ctx context.Context, db querier, t tries) error {
	now := s.clock()
	rows, err := db.Query(
		ctx,
		`select subject, count(*) filter (where at > $2 and not cleared), coalesce(max(at) filter (where not cleared), $3),
		(array_agg(at order by at desc))[$4] from signin_failures where subject = any($1) and at > $3 group by subject`,
		t.subjects,
		now.Add(-failureWindow),
		now.Add(-guessWindow),
		maxGuesses,
	)
	if err != nil {
		return unavailable("sign-in", err)
	}
	var wait time.Duration
	var subject []byte
	var failures int
	var last time.Time
	var early *time.Time // the failure that makes as many as are allowed in an hour
	_, err = pgx.ForEachRow(rows, []any{&subject, &failures, &last, &early}, func() error {
		if failures > 0 {
			wait = max(wait, last.Add(min(longestDelay, firstDelay<<min(failures-1, 10))).Sub(now))
		}
		if early != nil && bytes.Equal(subject, t.subjects[0]) {
			wait = max(wait, early.Add(guessWindow).Sub(now))
		}
		return nil
	})
	if err != nil {
		return unavailable("sign-in", err)
	}
	if wait > 0 {
		return TooManyFailuresError{wait}
	}
	return nil
}

// DeviceTokens makes and checks what a browser shows that has signed in to an account before.
type DeviceTokens struct{ key []byte }

// DeviceLifetime is how long a browser stays known after it signed in.
const DeviceLifetime = 180 * 24 * time.Hour

// NewDeviceTokens returns the tokens of a key.
func NewDeviceTokens(key []byte) DeviceTokens { return DeviceTokens{key} }

const deviceSize = 16 + 8 // an id and a time

// Token makes the token of a device for one account, which may be named in any case.
func (d DeviceTokens) Token(account string, device uuid.UUID, now time.Time) string {
	b := binary.BigEndian.AppendUint64(device[:], uint64(now.Add(DeviceLifetime).Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, d.sum(account, b)...))
}

// Check returns the device of a token, and uuid.Nil if it is for another account, has expired or was not made here.
func (d DeviceTokens) Check(token, account string, now time.Time) uuid.UUID {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != deviceSize+sha256.Size || !hmac.Equal(b[deviceSize:], d.sum(account, b[:deviceSize])) {
		return uuid.Nil
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(b[16:deviceSize])) {
		return uuid.Nil
	}
	return uuid.UUID(b[:16])
}

func (d DeviceTokens) sum(account string, b []byte) []byte {
	h := hmac.New(sha256.New, d.key)
	h.Write(b)
	h.Write([]byte(strings.ToLower(account)))
	return h.Sum(nil)
}
