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

// Each failed attempt delays the next one: 1 s after the first, doubling to 30 s (D-72). Failures
// are counted in the database, so delays apply to all processes. maxGuesses limits the attempts in
// an hour on one account, or from one known browser.
const (
	firstDelay    = time.Second
	longestDelay  = 30 * time.Second
	failureWindow = 15 * time.Minute // older failures cause no delay
	guessWindow   = time.Hour
	maxGuesses    = 19
)

// Origin describes where a password comes from. Device is the id of the browser if it has signed in
// to this account before, else uuid.Nil. Failures from other browsers do not delay a known browser.
// Browser names it for people, for instance "Firefox on Linux".
type Origin struct {
	Address string
	Device  uuid.UUID
	Browser string
}

// tries holds the keys by which failures are counted. The first key is also limited to maxGuesses
// an hour.
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

// network returns the key by which failures of an address are counted. For IPv6 it is the /64
// prefix, because one subscriber usually has all its addresses.
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

// guess calls compare unless earlier failures delay the attempt. It checks attempts on one account
// one at a time across all processes, so concurrent attempts count like consecutive ones. It
// returns wrong if compare finds the password wrong.
func (s *Store) guess(ctx context.Context, t tries, wrong error, compare func(db querier) (bool, error)) error {
	if err := s.slowDown(ctx, s.pool, t); err != nil { // a cheap check before anything waits
		return err
	}
	slots := s.slots
	if t.known {
		slots = s.knownSlots // unknown browsers can occupy all other slots
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
		right, err := compare(tx) // uses the same connection, because others may use up the pool
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

// Guess checks a secret that belongs to a subject, in one transaction. Failures delay the next try,
// as they do for passwords. It returns wrong if right says that the secret is not.
func (s *Store) Guess(
	ctx context.Context,
	subject string,
	from Origin,
	wrong error,
	right func(pgx.Tx) (bool, error),
) error {
	return s.guess(ctx, from.tries(subject, ""), wrong, func(db querier) (bool, error) { return right(db.(pgx.Tx)) })
}

// slowDown returns TooManyFailuresError while a delay applies.
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
	var early *time.Time // the oldest failure that counts towards the hourly limit
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

// DeviceTokens creates and checks tokens of browsers that have signed in to an account.
type DeviceTokens struct{ key []byte }

// DeviceLifetime is how long a browser stays known after a sign-in.
const DeviceLifetime = 180 * 24 * time.Hour

// NewDeviceTokens returns the tokens that are signed with a key.
func NewDeviceTokens(key []byte) DeviceTokens { return DeviceTokens{key} }

const deviceSize = 16 + 8 // an id and a time

// Token returns the token of a device for one account. The account name is case-insensitive.
func (d DeviceTokens) Token(account string, device uuid.UUID, now time.Time) string {
	b := binary.BigEndian.AppendUint64(device[:], uint64(now.Add(DeviceLifetime).Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, d.sum(account, b)...))
}

// Check returns the device of a token. It returns uuid.Nil if the token is for another account, has
// expired, or was not signed with this key.
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
