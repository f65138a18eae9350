// Package vault encrypts ("seals") the texts that people write, each with its author's own key.
// Destroying the key erases the texts everywhere: in the log, in all projections and in all backups
// (BY-041, D-33).
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

// prefix marks a sealed text. No unsealed message begins with it, because messages are JSON.
const prefix = "sealed1."

const (
	keySize  = 32               // AES-256
	trusted  = 30 * time.Second // how long a key is used for sealing before the database is checked again
	fetchers = 8
)

// Erased is the text that replaces a text of an erased account.
const Erased = `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","marks":[{"type":"italic"}],"text":"This text was erased with its author's account."}]}]}`

// Errors of the vault.
var (
	// ErrNoKey means that the key store does not have the key.
	ErrNoKey = errors.New("vault: no such key")
	// ErrErased means that the writer's account was erased.
	ErrErased = &domain.Error{Code: domain.Forbidden, Reason: "account.erased", Message: "This account was erased."}
	// ErrKeysAway means that keys cannot be read or stored at the moment.
	ErrKeysAway = &domain.Error{
		Code:    domain.Unavailable,
		Reason:  "texts.keys_unavailable",
		Message: "Comments cannot be read or written right now, because the store of their keys cannot be reached. Please try again in a few minutes.",
	}
	errBroken = errors.New("vault: a sealed text cannot be opened")
)

// Keys stores wrapped keys separately from the database, so that restoring a backup of the database
// does not restore destroyed keys.
type Keys interface {
	Get(ctx context.Context, id string) ([]byte, error) // returns ErrNoKey if there is none
	Put(ctx context.Context, id string, wrapped []byte) error
	Delete(ctx context.Context, id string) error // a missing key is no error
}

// Vault seals and opens texts. Its methods may be called from any goroutine.
type Vault struct {
	keys   Keys
	db     *pgxpool.Pool
	master *Master
	clock  func() time.Time

	mu     sync.Mutex
	opened map[uuid.UUID]cipher.AEAD // by key id
	people map[uuid.UUID]owned       // keys for sealing, by person
}

type owned struct {
	key   uuid.UUID
	asked time.Time
}

// keysAway wraps an error of the key store, as a kind of domain.ErrUnavailable.
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

// Seal encrypts a text with the person's key. It creates the key for the person's first text.
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

// Open replaces each sealed text by its plain text, or by Erased if the key was destroyed. It does
// not change other texts. It needs one database query for all texts.
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
	keys, err := v.existing(ctx, sealed)
	if err != nil {
		return err
	}
	for id, of := range sealed {
		aead := keys[id]
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

// IsSealed reports whether a text is sealed.
func IsSealed(text string) bool {
	_, _, ok := parse(text)
	return ok
}

// parse splits a sealed text into the key id and the sealed bytes, which begin with the nonce.
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

// existing returns those of the wanted keys that were not destroyed.
func (v *Vault) existing(ctx context.Context, wanted map[uuid.UUID][]*string) (map[uuid.UUID]cipher.AEAD, error) {
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
				return nil // destroyed; the database is a backup from before that
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

// open reads and unwraps a key, and caches it.
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
	key, err := v.master.Unwrap(id, wrapped)
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

// keyOf returns the id of a person's key. It creates the key if the person has none.
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

// make returns a person's key from the database, or creates one. Processes that create a key
// concurrently get the same one: the first locks the person's row until its key is stored.
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
		wrapped, err := v.master.Wrap(id, key)
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

// Destroy erases everything that a person wrote, permanently. Repeating it has no effect. Other
// processes stop opening the person's texts at once, and stop sealing new ones after half a minute.
func (v *Vault) Destroy(ctx context.Context, person uuid.UUID) error {
	var id uuid.UUID
	// A person without a key also gets a row, so that none is created later.
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
