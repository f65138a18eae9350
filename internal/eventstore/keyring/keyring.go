// Package keyring has the keys that authenticate events and snapshots.
package keyring

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/eventstore/record"
)

const (
	authKeySize = 32
	AuthIDSize  = 4 // bytes that name the key in an authenticator
	AuthSize    = AuthIDSize + sha256.Size
	// reloadEvery bounds how often the file is read again for an unknown key or a boundary that is
	// not settled yet.
	reloadEvery = time.Second
)

// Keyring holds the keys that authenticate events and snapshots (D-74, BY-046). They are stored in
// a file outside the database, one line "key BASE64" each. The first key makes authenticators, all
// of them check. The line "after POSITION ROOT" is the boundary: events up to it were appended
// before there were authenticators, and the root hash of the transparency log covers them instead.
// Every later event must have an authenticator. Until the boundary is settled, events without one
// are accepted.
type Keyring struct {
	file string

	mu       sync.RWMutex
	keys     []Key
	boundary *Boundary
	loaded   time.Time
}

// Boundary is the last event that needs no authenticator, and the root of the transparency log over
// all events up to it.
type Boundary struct {
	Position int64
	Root     [sha256.Size]byte
}

// Key is a key of HMAC-SHA-256, in the form that the hash begins with.
type Key struct {
	id           [AuthIDSize]byte
	inner, outer [sha256.BlockSize]byte
}

func newKey(secret []byte) (k Key) {
	name := sha256.Sum256(append([]byte("proofboard event key "), secret...))
	copy(k.id[:], name[:])
	copy(k.inner[:], secret)
	copy(k.outer[:], secret)
	for i := range k.inner {
		k.inner[i] ^= 0x36
		k.outer[i] ^= 0x5c
	}
	return k
}

// Begin starts a message in a buffer. The caller appends the message to the returned slice and
// passes it to Sum.
func (k *Key) Begin(buf []byte) []byte { return append(buf[:0], k.inner[:]...) }

// Sum appends the authenticator of a message to out: the key's name and HMAC-SHA-256 (RFC 2104). It
// works on whole buffers to keep the writer fast.
func (k *Key) Sum(out, message []byte) []byte {
	var last [sha256.BlockSize + sha256.Size]byte
	inner := sha256.Sum256(message)
	copy(last[:], k.outer[:])
	copy(last[sha256.BlockSize:], inner[:])
	mac := sha256.Sum256(last[:])
	return append(append(out, k.id[:]...), mac[:]...)
}

// Open reads the keys of a file. If the file does not exist, it creates one with a first key.
// Processes that start at the same time agree on one file.
func Open(file string) (*Keyring, error) {
	k := &Keyring{file: file}
	err := k.load()
	if errors.Is(err, fs.ErrNotExist) {
		if err = k.make(); err != nil {
			return nil, fmt.Errorf(
				"event key: %s is not there and cannot be made; put a line of the word key and 32 random bytes in base64 into it: %w",
				file,
				err,
			)
		}
		err = k.load()
	}
	if err != nil {
		return nil, fmt.Errorf("event key: %w", err)
	}
	return k, nil
}

func (k *Keyring) load() error {
	text, err := os.ReadFile(k.file)
	if err != nil {
		return err
	}
	keys, boundary, err := parseKeyring(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", k.file, err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys, k.boundary, k.loaded = keys, boundary, time.Now()
	return nil
}

func parseKeyring(text string) (keys []Key, boundary *Boundary, err error) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0:
		case fields[0] == "key" && len(fields) == 2:
			secret, err := base64.StdEncoding.Strict().DecodeString(fields[1])
			if err != nil || len(secret) != authKeySize {
				return nil, nil, fmt.Errorf("a key is not %d bytes in base64", authKeySize)
			}
			keys = append(keys, newKey(secret))
		case fields[0] == "after" && len(fields) == 3 && boundary == nil:
			position, err := strconv.ParseInt(fields[1], 10, 64)
			root, rootErr := base64.StdEncoding.Strict().DecodeString(fields[2])
			if err != nil || rootErr != nil || position < 0 || len(root) != sha256.Size {
				return nil, nil, errors.New("the boundary is not a position and a hash in base64")
			}
			boundary = &Boundary{position, [sha256.Size]byte(root)}
		default:
			return nil, nil, fmt.Errorf(
				`a line begins with %q: want "key BASE64" or, once, "after POSITION HASH"`,
				fields[0],
			)
		}
	}
	if len(keys) == 0 {
		return nil, nil, errors.New("it holds no key")
	}
	return keys, boundary, nil
}

func newKeyLine() string {
	secret := make([]byte, authKeySize)
	_, _ = rand.Read(secret) // never fails
	return "key " + base64.StdEncoding.EncodeToString(secret) + "\n"
}

func (b Boundary) line() string {
	return fmt.Sprintf("after %d %s\n", b.Position, base64.StdEncoding.EncodeToString(b.Root[:]))
}

// make writes a file with a first key, unless another process was faster.
func (k *Keyring) make() error {
	err := k.write(newKeyLine(), os.Link)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Rotate puts a new key before the others. A process makes authenticators with it after its next
// start.
func (k *Keyring) Rotate() error {
	old, err := os.ReadFile(k.file)
	if err == nil {
		err = k.write(newKeyLine()+string(old), os.Rename)
	}
	if err == nil {
		err = k.load()
	}
	if err != nil {
		return fmt.Errorf("event key: %w", err)
	}
	return nil
}

// Settle writes the boundary into the file, once. It never moves.
func (k *Keyring) Settle(b Boundary) error {
	if err := k.load(); err != nil {
		return fmt.Errorf("event key: %w", err)
	}
	if k.Boundary() != nil {
		return nil
	}
	old, err := os.ReadFile(k.file)
	if err == nil {
		err = k.write(strings.TrimRight(string(old), "\n")+"\n"+b.line(), os.Rename)
	}
	if err != nil {
		return fmt.Errorf(
			"event key: the boundary cannot be written: add the line %q to the file: %w", strings.TrimSpace(b.line()),
			err,
		)
	}
	return k.load()
}

// write replaces the file in one step, because half a key file would be a lost key.
func (k *Keyring) write(text string, place func(from, to string) error) error {
	dir := filepath.Dir(k.file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".event-key-*") // only its owner may read it
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // the file may have been renamed
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return place(f.Name(), k.file)
}

// IDs returns the names of the keys, newest first.
func (k *Keyring) IDs() []string {
	k.mu.RLock()
	defer k.mu.RUnlock()
	ids := make([]string, len(k.keys))
	for i := range k.keys {
		ids[i] = hex.EncodeToString(k.keys[i].id[:])
	}
	return ids
}

// Boundary returns the last event that needs no authenticator, nil while it is not settled.
func (k *Keyring) Boundary() *Boundary {
	if k == nil {
		return nil
	}
	k.mu.RLock()
	b, loaded := k.boundary, k.loaded
	k.mu.RUnlock()
	if b == nil && time.Since(loaded) > reloadEvery { // another process may have settled it
		_ = k.load() // the keys that were loaded before are still valid
		k.mu.RLock()
		defer k.mu.RUnlock()
		return k.boundary
	}
	return b
}

// Current returns the key that makes authenticators.
func (k *Keyring) Current() *Key {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return &k.keys[0]
}

// Find returns the key with this id, nil if there is none.
func (k *Keyring) Find(id []byte) *Key {
	look := func() (*Key, time.Time) {
		k.mu.RLock()
		defer k.mu.RUnlock()
		for i := range k.keys {
			if bytes.Equal(k.keys[i].id[:], id) {
				return &k.keys[i], k.loaded
			}
		}
		return nil, k.loaded
	}
	key, loaded := look()
	if key == nil && time.Since(loaded) > reloadEvery { // a key may have been added since
		if k.load() == nil {
			key, _ = look()
		}
	}
	return key
}

// Purpose is what an authenticator is for. It is the first byte of what the authenticator covers,
// so that one of an event, whose record begins with 1, is never valid for a snapshot.
type Purpose byte

// The purposes beside events.
const (
	SnapshotPurpose      Purpose = 's'
	BoardSnapshotPurpose Purpose = 'b'
)

// Authenticate returns the authenticator of a message, nil without keys.
func (k *Keyring) Authenticate(p Purpose, message []byte) []byte {
	if k == nil {
		return nil
	}
	key := k.Current()
	return key.Sum(nil, append(append(key.Begin(nil), byte(p)), message...))
}

// AuthenticateEvent returns the authenticator of an event that is written without the store, nil
// without keys.
func (k *Keyring) AuthenticateEvent(l record.Leaf, command uuid.UUID) []byte {
	if k == nil {
		return nil
	}
	key := k.Current()
	return key.Sum(nil, record.Append(key.Begin(nil), l.Columns(command)))
}

// Authentic reports whether an authenticator belongs to a message. Without keys it always does.
func (k *Keyring) Authentic(p Purpose, message, auth []byte) bool {
	var buf []byte
	return k == nil || k.Valid(auth, &buf, func(b []byte) []byte { return append(append(b, byte(p)), message...) })
}

// Authenticity says what is known of who stored something.
type Authenticity int

// A snapshot without an authenticator was stored by a build that made none. Or somebody added it, so
// it is never used.
const (
	Forged Authenticity = iota
	Unauthenticated
	Genuine
)

// Judge returns the authenticity of a message that was stored with an authenticator, or with none.
func (k *Keyring) Judge(p Purpose, message, auth []byte) Authenticity {
	switch {
	case k.Authentic(p, message, auth):
		return Genuine
	case auth == nil:
		return Unauthenticated
	}
	return Forged
}

// FromBefore reports whether the log up to a position may come from a build without authenticators.
func (k *Keyring) FromBefore(position int64) bool {
	b := k.Boundary()
	return b == nil || position <= b.Position
}

// Valid reports whether an authenticator belongs to a message.
func (k *Keyring) Valid(auth []byte, buf *[]byte, message func([]byte) []byte) bool {
	if len(auth) != AuthSize {
		return false
	}
	key := k.Find(auth[:AuthIDSize])
	if key == nil {
		return false
	}
	*buf = message(key.Begin(*buf))
	var want [AuthSize]byte
	return subtle.ConstantTimeCompare(key.Sum(want[:0], *buf), auth) == 1
}
