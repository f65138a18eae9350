package vault

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/uuid"
)

// Master wraps people's keys. Its keys come from a file of the operator with one base64 key a line.
// The first key wraps, and all keys unwrap, so that the operator can replace the key.
type Master struct {
	keys [][]byte
}

// ErrMaster means that no key in the file is the one that wrapped a person's key.
var ErrMaster = errors.New("vault: no line of the master key file fits")

const (
	wrapVersion = 1
	masterID    = 8 // bytes that identify a master key
	maxMasters  = 16
)

// OpenMaster reads the key file, or creates it if it does not exist. Processes that start
// concurrently use the same key.
func OpenMaster(file string) (*Master, error) {
	raw, err := os.ReadFile(file) //nolint:gosec // G304: the operator names it.
	if errors.Is(err, fs.ErrNotExist) {
		raw, err = makeMaster(file)
	}
	if err != nil {
		return nil, fmt.Errorf("master key: %w", err)
	}
	m := &Master{}
	for line := range bytes.Lines(raw) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		key, err := base64.StdEncoding.Strict().DecodeString(string(line))
		if err != nil || len(key) != keySize {
			return nil, fmt.Errorf("master key: a line of %s is not %d bytes in base64", file, keySize)
		}
		m.keys = append(m.keys, key)
	}
	if len(m.keys) == 0 || len(m.keys) > maxMasters {
		return nil, fmt.Errorf("master key: %s holds %d keys, want 1 to %d", file, len(m.keys), maxMasters)
	}
	return m, nil
}

// makeMaster writes a new key file atomically and returns its content. If several processes do so,
// the first file stays.
func makeMaster(file string) ([]byte, error) {
	key := make([]byte, keySize)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, ".master-*") // mode 0600
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, err
	}
	if err := os.Link(f.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(file) //nolint:gosec // G304: the operator names it.
}

// Wrap encrypts a key that belongs to an id. The result is: version, id of the master key, nonce, encrypted key.
func (m *Master) Wrap(id uuid.UUID, key []byte) ([]byte, error) {
	aead, err := newAEAD(m.keys[0])
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	b := append([]byte{wrapVersion}, nameOf(m.keys[0])...)
	b = append(b, nonce...)
	return aead.Seal(b, nonce, key, id[:]), nil
}

// Unwrap decrypts what Wrap made for the same id.
func (m *Master) Unwrap(id uuid.UUID, wrapped []byte) ([]byte, error) {
	const nonce = 1 + masterID
	for _, master := range m.keys {
		if len(wrapped) < nonce+12 || wrapped[0] != wrapVersion || !bytes.Equal(wrapped[1:nonce], nameOf(master)) {
			continue
		}
		aead, err := newAEAD(master)
		if err != nil {
			return nil, err
		}
		sealed := nonce + aead.NonceSize()
		return aead.Open(nil, wrapped[nonce:sealed], wrapped[sealed:], id[:])
	}
	return nil, ErrMaster
}

// IDs returns the ids of the keys, the wrapping key first.
func (m *Master) IDs() [][]byte {
	ids := make([][]byte, len(m.keys))
	for i, k := range m.keys {
		ids[i] = nameOf(k)
	}
	return ids
}

func nameOf(master []byte) []byte {
	h := sha256.Sum256(append([]byte("proofboard master key "), master...))
	return h[:masterID]
}
