// Package vault seals the texts that people write, each with a key of its author's own. Destroying the key erases the texts
// wherever they are: in the log, in every projection and in every backup (BY-041, D-33).
package vault

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/domain"
)

// prefix of every sealed text; no message begins with it, for messages are JSON.
const prefix = "sealed1."

const (
	keySize  = 32               // AES-256
	trusted  = 30 * time.Second // how long a key is used for sealing without asking whether it still stands
	fetchers = 8
)

// Erased stands where the text of an erased account was.
const Erased = `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","marks":[{"type":"italic"}],"text":"This text was erased with its author's account."}]}]}`

// Errors of the vault.
var (
	// ErrNoKey is for a key that the keys' store does not have.
	ErrNoKey = errors.New("vault: no such key")
	// ErrErased is for somebody who writes though his account was erased.
	ErrErased = &domain.Error{Code: domain.Forbidden, Reason: "account.erased", Message: "This account was erased."}
	// ErrKeysAway is for keys that cannot be fetched or kept now.
	ErrKeysAway = &domain.Error{
		Code:    domain.Unavailable,
		Reason:  "texts.keys_unavailable",
		Message: "Comments cannot be read or written right now, because the store of their keys cannot be reached. Please try again in a few minutes.",
	}
	errBroken = errors.New("vault: a sealed text cannot be opened")
)

// Keys keeps wrapped keys apart from the database, so that a restored backup of the one does not bring back the other.
type Keys interface {
	Get(ctx context.Context, id string) ([]byte, error) // ErrNoKey if there is none
	Put(ctx context.Context, id string, wrapped []byte) error
	Delete(ctx context.Context, id string) error // of one that is not there is no error
}

// Vault seals and opens texts. Its methods may be called from any goroutine.
type Vault struct {
	keys   Keys
	db     *pgxpool.Pool
	master *Master
	clock  func() time.Time

	mu     sync.Mutex
	opened map[uuid.UUID]cipher.AEAD // by the key's id
	people map[uuid.UUID]owned       // whose key to seal with
}

type owned struct {
	key   uuid.UUID
	asked time.Time
}

// keysAway is an error of the keys' store, which is a kind of domain.ErrUnavailable.
func keysAway(err error) error {
	return ErrKeysAway.From(fmt.Errorf("%w: %w", domain.ErrUnavailable, err))
}

// New returns a vault.
func New(keys Keys, db *pgxpool.Pool, master *Master, clock func() time.Time) *Vault {
	return &Vault{
		keys:   keys,
		db:     db,
		master: master,
		clock:  clock,
		opened: map[uuid.UUID]cipher.AEAD{},
		people: map[uuid.UUID]owned{},
	}
}

// Seal returns the text as only the vault can read it. A person's first text makes his key.
func (v *Vault) Seal(ctx context.Context, person uuid.UUID, text string) (string, error) {
	id, err := v.keyOf(ctx, person)
	if err != nil {
		return "", err
	}
	aead, err := v.open(ctx, id)
	if errors.Is(err, ErrNoKey) {
		return "", ErrErased
	}
	if err != nil {
		return "", keysAway(err)
	}
	b := append(make([]byte, 0, 16+aead.NonceSize()+len(text)+aead.Overhead()), id[:]...)
	nonce := b[16 : 16+aead.NonceSize()]
	if _, err := rand.Read(nonce); err != nil {
		return "", err
	}
	b = aead.Seal(b[:16+len(nonce)], nonce, []byte(text), id[:])
	return prefix + base64.RawURLEncoding.EncodeToString(b), nil
}

// Open replaces sealed texts by what they say, erased ones by Erased, and leaves others as they are. One look at the
// database for all of them.
func (v *Vault) Open(ctx context.Context, texts ...*string) error {
	sealed := map[uuid.UUID][]*string{}
	for _, t := range texts {
		if id, _, ok := parse(*t); ok {
			sealed[id] = append(sealed[id], t)
		}
	}
	if len(sealed) == 0 {
		return nil
	}
	standing, err := v.standing(ctx, sealed)
	if err != nil {
		return err
	}
	for id, of := range sealed {
		aead := standing[id]
		for _, t := range of {
			if aead == nil {
				*t = Erased
				continue
			}
			_, b, _ := parse(*t)
			text, err := aead.Open(nil, b[:aead.NonceSize()], b[aead.NonceSize():], id[:])
			if err != nil {
				return errBroken
			}
			*t = string(text)
		}
	}
	return nil
}

// IsSealed reports whether a text can only be read through the vault.
func IsSealed(text string) bool {
	_, _, ok := parse(text)
	return ok
}

// parse splits a sealed text into the key's id, and the nonce with what it seals.
func parse(text string) (key uuid.UUID, sealed []byte, ok bool) {
	encoded, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return key, nil, false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	if err != nil || len(b) < 16+12+16 {
		return key, nil, false
	}
	return uuid.UUID(b[:16]), b[16:], true
}

// standing returns the keys that were not destroyed.
func (v *Vault) standing(ctx context.Context, wanted map[uuid.UUID][]*string) (map[uuid.UUID]cipher.AEAD, error) {
	ids := make([]uuid.UUID, 0, len(wanted))
	for id := range wanted {
		ids = append(ids, id)
	}
	rows, err := v.db.Query(ctx, "select id from account_keys where id = any ($1) and destroyed_at is null", ids)
	if err != nil {
		return nil, domain.ErrUnavailable.From(fmt.Errorf("vault: %w", err))
	}
	alive, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, domain.ErrUnavailable.From(fmt.Errorf("vault: %w", err))
	}
	var mu sync.Mutex
	out := map[uuid.UUID]cipher.AEAD{}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetchers)
	for _, id := range alive {
		group.Go(func() error {
			aead, err := v.open(ctx, id)
			if errors.Is(err, ErrNoKey) {
				return nil // destroyed, and the database is older than that
			}
			mu.Lock()
			defer mu.Unlock()
			out[id] = aead
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, keysAway(err)
	}
	return out, nil
}

// open fetches and unwraps a key, once.
func (v *Vault) open(ctx context.Context, id uuid.UUID) (cipher.AEAD, error) {
	v.mu.Lock()
	aead := v.opened[id]
	v.mu.Unlock()
	if aead != nil {
		return aead, nil
	}
	wrapped, err := v.keys.Get(ctx, id.String())
	if err != nil {
		return nil, err
	}
	key, err := v.master.unwrap(id, wrapped)
	if err != nil {
		return nil, err
	}
	return v.remember(id, key)
}

func (v *Vault) remember(id uuid.UUID, key []byte) (cipher.AEAD, error) {
	aead, err := newAEAD(key)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.opened[id] = aead
	return aead, nil
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("vault: %w", err)
	}
	return cipher.NewGCM(block)
}

// keyOf is the id of a person's key, which is made if he has none.
func (v *Vault) keyOf(ctx context.Context, person uuid.UUID) (uuid.UUID, error) {
	v.mu.Lock()
	o, known := v.people[person]
	v.mu.Unlock()
	if known && v.clock().Sub(o.asked) < trusted {
		return o.key, nil
	}
	id, err := v.make(ctx, person)
	if err != nil {
		return uuid.Nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.people[person] = owned{id, v.clock()}
	return id, nil
}

// make finds a person's key in the database or makes one. Two processes that make one at once agree: the row of the first
// is locked until its key is kept.
func (v *Vault) make(ctx context.Context, person uuid.UUID) (id uuid.UUID, err error) {
	err = pgx.BeginFunc(ctx, v.db, func(tx pgx.Tx) error {
		id = uuid.New()
		tag, err := tx.Exec(
			ctx, "insert into account_keys (id, person) values ($1, $2) on conflict (person) do nothing", id, person,
		)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			var destroyed bool
			if err := tx.QueryRow(ctx, "select id, destroyed_at is not null from account_keys where person = $1", person).
				Scan(&id, &destroyed); err != nil {
				return err
			}
			if destroyed {
				return ErrErased
			}
			return nil
		}
		key := make([]byte, keySize)
		if _, err := rand.Read(key); err != nil {
			return err
		}
		wrapped, err := v.master.wrap(id, key)
		if err != nil {
			return err
		}
		if err := v.keys.Put(ctx, id.String(), wrapped); err != nil {
			return keysAway(err)
		}
		_, err = v.remember(id, key)
		return err
	})
	var known *domain.Error
	if err != nil && !errors.As(err, &known) {
		err = domain.ErrUnavailable.From(fmt.Errorf("vault: key of %s: %w", person, err))
	}
	return id, err
}

// Destroy erases everything that a person wrote, for good. Destroying twice is destroying once. Other processes stop
// opening his texts at once, and he writes nothing more after half a minute.
func (v *Vault) Destroy(ctx context.Context, person uuid.UUID) error {
	var id uuid.UUID
	// Also who never wrote gets a row, so that he never gets a key.
	err := v.db.QueryRow(ctx, `insert into account_keys (id, person, destroyed_at) values ($1, $2, now())
		on conflict (person) do update set destroyed_at = coalesce(account_keys.destroyed_at, now()) returning id`, uuid.New(), person).Scan(&id)
	if err != nil {
		return fmt.Errorf("vault: %w", err)
	}
	v.mu.Lock()
	delete(v.opened, id)
	delete(v.people, person)
	v.mu.Unlock()
	if err := v.keys.Delete(ctx, id.String()); err != nil {
		return fmt.Errorf("vault: the key is no longer used but not destroyed yet, erase again: %w", err)
	}
	return nil
}
