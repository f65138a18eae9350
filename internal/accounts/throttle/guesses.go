// Package throttle slows down people and software that guess a secret, or do something too often.
package throttle

import (
	"bytes"
	"context"
	"encoding/binary"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Each failed attempt delays the next one: 1 s after the first, doubling to 30 s (D-72). Failures
// are counted in the database, so delays apply to all processes. maxGuesses limits the useful attempts
// in an hour on one account, or from one known browser.
const (
	firstDelay    = time.Second
	longestDelay  = 30 * time.Second
	failureWindow = 15 * time.Minute // older failures cause no delay
	guessWindow   = time.Hour
	maxGuesses    = 19
	maxCounted    = 2 * maxGuesses // failures of an account beyond that change nothing
)

// Throttle counts guesses and uses in PostgreSQL, for all processes.
type Throttle struct {
	Hasher *secrets.Hasher
	pool   *pgxpool.Pool
	clock  func() time.Time
}

// New returns a throttle on a migrated database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Throttle {
	return &Throttle{secrets.NewHasher(), pool, clock}
}

// TooManyFailuresError contains the time until the next attempt is allowed.
type TooManyFailuresError struct{ RetryAfter time.Duration }

func (TooManyFailuresError) Error() string { return "too many failed sign-ins" }

// Origin describes where a password comes from. Device is the id of the browser if it has signed in
// to this account before, else uuid.Nil. Failures from other browsers do not delay a known browser.
// Browser names it for people, for instance "Firefox on Linux".
type Origin struct {
	Address string
	Device  uuid.UUID
	Browser string
}

// line returns where the password waits to be hashed. The network is larger than that whose failures
// are counted, so that one customer of a provider has one line (D-81).
func (o Origin) line() secrets.Line {
	return secrets.Line{Network: prefix(o.Address, 24, 56), Known: o.Device != uuid.Nil}
}

// Subject is what a secret belongs to. Failures in an area do not count in another one, not even
// those of the same address. Failures of sign-in are in the area "".
type Subject struct {
	Area, Name string
	// Linked says that beyond maxGuesses a link is needed beside the secret. Without it, further tries
	// are refused until the hour is over.
	Linked bool
}

// keys returns the keys by which failures are counted. The first key is also limited to maxGuesses
// an hour.
func (s Subject) keys(from Origin) [][]byte {
	if from.Device != uuid.Nil {
		return [][]byte{secrets.Digest(s.Area + "device:" + from.Device.String() + ":" + s.Name)}
	}
	return [][]byte{secrets.Digest(s.Area + s.Name), secrets.Digest(s.Area + "address:" + network(from.Address))}
}

// network returns the key by which failures of an address are counted. For IPv6 it is the /64
// prefix, because one subscriber usually has all its addresses.
func network(address string) string { return prefix(address, 32, 64) }

// prefix returns the network of an address with so many bits, or a text that is no address as it is.
func prefix(address string, bits4, bits6 int) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	bits := bits6
	if ip.Is4() {
		bits = bits4
	}
	p, err := ip.Prefix(bits)
	switch {
	case err != nil:
		return address
	case p.IsSingleIP():
		return ip.String()
	}
	return p.String()
}

// NeedsLinkError says that after too many failures a link is needed beside the secret (D-81). Whoever
// offered the secret must not learn whether it is right.
type NeedsLinkError struct{ Right bool }

func (NeedsLinkError) Error() string { return "a link is needed beside the password" }

// Guess calls right in a transaction unless earlier failures delay the attempt. It checks attempts
// on one subject one at a time across all processes, so concurrent attempts count like consecutive
// ones. It returns wrong if right reports that the secret is wrong, and a TooManyFailuresError while
// a delay applies.
func (t *Throttle) Guess(
	ctx context.Context,
	of Subject,
	from Origin,
	wrong error,
	right func(pgx.Tx) (bool, error),
) error {
	keys := of.keys(from)
	var refusal error
	err := pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx, "select pg_advisory_xact_lock($1)", int64(binary.BigEndian.Uint64(keys[0])),
		); err != nil {
			return dberror.Of("sign-in", err)
		}
		counted, err := t.slowDown(ctx, tx, of, from)
		if err != nil {
			return err
		}
		correct, err := right(tx) // uses the same connection, because others may use up the pool
		switch {
		case err != nil:
			return err
		case counted >= maxGuesses:
			// A right secret counts like a wrong one, or the next delay would tell which it was.
			refusal = NeedsLinkError{correct}
			if counted >= maxCounted && from.Device == uuid.Nil {
				keys = keys[1:]
			}
		case !correct:
			refusal = wrong
		default:
			_, err = tx.Exec(
				ctx, "update signin_failures set cleared = true where subject = $1 and not cleared", keys[0],
			)
			return dberror.Of("sign-in", err)
		}
		_, err = tx.Exec(
			ctx, "insert into signin_failures (subject, at) select unnest($1::bytea[]), $2", keys, t.clock(),
		)
		return dberror.Of("sign-in", err)
	})
	if err != nil {
		return err
	}
	return refusal
}

// GuessPassword is Guess for a password. stored returns the hash to compare with. Nothing in the
// database waits for the hash, and no slot of the hasher for the database. Of several passwords that
// are compared at the same time one counts, and nobody learns about the others.
func (t *Throttle) GuessPassword(
	ctx context.Context,
	of Subject,
	from Origin,
	wrong error,
	password string,
	stored func() (hash string, usable bool, err error),
) error {
	if _, err := t.slowDown(ctx, t.pool, of, from); err != nil { // a cheap check before anything waits
		return err
	}
	hash, usable, err := stored()
	if err != nil {
		return err
	}
	same, err := t.Hasher.Matches(ctx, from.line(), password, hash)
	if err != nil {
		return err
	}
	return t.Guess(ctx, of, from, wrong, func(pgx.Tx) (bool, error) { return same && usable, nil })
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// slowDown returns TooManyFailuresError while a delay applies, and else how many failures of the last
// hour count on the first key. Once strangers have used up the guesses on a linked subject, its
// failures delay nobody any more: then only those of the own network do (D-81).
func (t *Throttle) slowDown(ctx context.Context, db querier, of Subject, from Origin) (counted int, err error) {
	keys, now := of.keys(from), t.clock()
	rows, err := db.Query(
		ctx,
		`select subject, count(*), count(*) filter (where at > $2 and not cleared),
		coalesce(max(at) filter (where not cleared), $3), (array_agg(at order by at desc))[$4]
		from signin_failures where subject = any($1) and at > $3 group by subject`,
		keys,
		now.Add(-failureWindow),
		now.Add(-guessWindow),
		maxGuesses,
	)
	if err != nil {
		return 0, dberror.Of("sign-in", err)
	}
	var wait time.Duration
	var subject []byte
	var all, failures int
	var last time.Time
	var early *time.Time // the oldest failure that counts towards the hourly limit
	_, err = pgx.ForEachRow(rows, []any{&subject, &all, &failures, &last, &early}, func() error {
		first := bytes.Equal(subject, keys[0])
		if first {
			counted = all
		}
		used := first && early != nil
		if failures > 0 && (!used || !of.Linked || from.Device != uuid.Nil) {
			wait = max(wait, last.Add(min(longestDelay, firstDelay<<min(failures-1, 10))).Sub(now))
		}
		if used && !of.Linked {
			wait = max(wait, early.Add(guessWindow).Sub(now))
		}
		return nil
	})
	switch {
	case err != nil:
		return 0, dberror.Of("sign-in", err)
	case wait > 0:
		return 0, TooManyFailuresError{wait}
	}
	return counted, nil
}

// Sweep removes failures and uses that no longer count.
func (t *Throttle) Sweep(ctx context.Context) error {
	now := t.clock()
	if _, err := t.pool.Exec(
		ctx, "delete from rates where cardinality(times) = 0 or times[cardinality(times)] <= $1", now.Add(-longestRate),
	); err != nil {
		return dberror.Of("rates", err)
	}
	_, err := t.pool.Exec(ctx, "delete from signin_failures where at <= $1", now.Add(-guessWindow))
	return dberror.Of("sign-in failures", err)
}
