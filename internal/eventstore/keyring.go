package eventstore

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
)

const (
	authKeySize = 32
	authIDSize  = 4 // bytes that name the key in an authenticator
	authSize    = authIDSize + sha256.Size
	// reloadEvery bounds how often the file is read again for a key that is not known, or a boundary that is not settled yet.
	reloadEvery = time.Second
)

// Keyring holds the keys that authenticate events and snapshots (D-74, BY-046). They come from a file outside the database: a line
// "key BASE64" each, the newest first, which makes authenticators; all of them check. The line "after POSITION ROOT" is the boundary:
// events up to it were appended before there were authenticators and are covered by the root hash of the transparency log instead; every
// later one must have an authenticator. Until the boundary is settled an event without one is accepted.
type Keyring struct {
	file string

	mu       sync.RWMutex
	keys     []authKey
	boundary *Boundary
	loaded   time.Time
}

// Boundary is the last event that needs no authenticator, and the root of the transparency log over all events up to it.
type Boundary struct {
	Position int64
	Root     [sha256.Size]byte
}

// authKey is a key of HMAC-SHA-256, spread over the blocks that the hash begins with.
type authKey struct {
	id           [authIDSize]byte
	inner, outer [sha256.BlockSize]byte
}

func newAuthKey(secret []byte) (k authKey) {
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

// begin starts a message in a buffer: sum wants the message behind what begin returns.
func (k *authKey) begin(buf []byte) []byte { return append(buf[:0], k.inner[:]...) }

// sum appends the authenticator of a message to out: the key's name and HMAC-SHA-256 (RFC 2104). It works on whole buffers, because
// that is what keeps the writer fast.
func (k *authKey) sum(out, message []byte) []byte {
	var last [sha256.BlockSize + sha256.Size]byte
	inner := sha256.Sum256(message)
	copy(last[:], k.outer[:])
	copy(last[sha256.BlockSize:], inner[:])
	mac := sha256.Sum256(last[:])
	return append(append(out, k.id[:]...), mac[:]...)
}

// OpenKeyring reads the keys of a file, and makes it with a first key if it is not there. Processes that start at once agree.
func OpenKeyring(file string) (*Keyring, error) {
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

func parseKeyring(text string) (keys []authKey, boundary *Boundary, err error) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0:
		case fields[0] == "key" && len(fields) == 2:
			secret, err := base64.StdEncoding.Strict().DecodeString(fields[1])
			if err != nil || len(secret) != authKeySize {
				return nil, nil, fmt.Errorf("a key is not %d bytes in base64", authKeySize)
			}
			keys = append(keys, newAuthKey(secret))
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

// make writes a file with a first key, unless another process has just done so.
func (k *Keyring) make() error {
	err := k.write(newKeyLine(), os.Link)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Rotate puts a new key before the others. A process makes authenticators with it from its next start on.
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

// Settle writes the boundary into the file, once: it never moves.
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

// write puts a file in place in one step: half a key file would be a lost key.
func (k *Keyring) write(text string, place func(from, to string) error) error {
	dir := filepath.Dir(k.file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".event-key-*") // only its owner may read it
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // it may have become the file
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return place(f.Name(), k.file)
}

// IDs name the keys, newest first.
func (k *Keyring) IDs() []string {
	k.mu.RLock()
	defer k.mu.RUnlock()
	ids := make([]string, len(k.keys))
	for i := range k.keys {
		ids[i] = hex.EncodeToString(k.keys[i].id[:])
	}
	return ids
}

// Boundary returns the last event that needs no authenticator; nil while it is not settled.
func (k *Keyring) Boundary() *Boundary {
	if k == nil {
		return nil
	}
	k.mu.RLock()
	b, loaded := k.boundary, k.loaded
	k.mu.RUnlock()
	if b == nil && time.Since(loaded) > reloadEvery { // another process may have settled it
		_ = k.load() // what was loaded before still holds
		k.mu.RLock()
		defer k.mu.RUnlock()
		return k.boundary
	}
	return b
}

// current returns the key that makes authenticators.
func (k *Keyring) current() *authKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return &k.keys[0]
}

func (k *Keyring) find(id []byte) *authKey {
	look := func() (*authKey, time.Time) {
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

// Purpose is what an authenticator is for, the first byte of what it covers: one of an event (whose record begins with 1) is none of
// a snapshot.
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
	key := k.current()
	return key.sum(nil, append(append(key.begin(nil), byte(p)), message...))
}

// AuthenticateEvent returns the authenticator of an event that is written beside the store, nil without keys.
func (k *Keyring) AuthenticateEvent(l Leaf, command uuid.UUID) []byte {
	if k == nil {
		return nil
	}
	r := tailRow{
		row:        row{typ: string(l.Type), data: l.Data, meta: l.Meta, at: l.OccurredAt},
		stream:     l.Stream,
		version:    l.Version,
		streamType: string(l.StreamType),
		command:    command,
	}
	key := k.current()
	return key.sum(nil, appendRecord(key.begin(nil), r.columns(l.Position)))
}

// Authentic reports whether an authenticator is that of a message. Without keys everything is.
func (k *Keyring) Authentic(p Purpose, message, auth []byte) bool {
	var buf []byte
	return k == nil || k.valid(auth, &buf, func(b []byte) []byte { return append(append(b, byte(p)), message...) })
}

// valid reports whether an authenticator is that of a message.
func (k *Keyring) valid(auth []byte, buf *[]byte, message func([]byte) []byte) bool {
	if len(auth) != authSize {
		return false
	}
	key := k.find(auth[:authIDSize])
	if key == nil {
		return false
	}
	*buf = message(key.begin(*buf))
	var want [authSize]byte
	return subtle.ConstantTimeCompare(key.sum(want[:0], *buf), auth) == 1
}
