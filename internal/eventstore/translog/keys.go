package translog

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/mod/sumdb/note"
)

// Keys are the Ed25519 keys of the operator. The first one is current. The others also sign until
// they are removed.
type Keys struct {
	Signers   []note.Signer
	Verifiers []string // for auditors, in the order of Signers: name+hash+public key
}

// OpenKeys reads the keys of a file, one on each line, newest first. For a new log it creates the
// first key.
func OpenKeys(file string) (*Keys, error) {
	text, err := os.ReadFile(file) //nolint:gosec // G304: the operator names it
	if errors.Is(err, fs.ErrNotExist) {
		if err := newKey(file); err != nil {
			return nil, err
		}
		text, err = os.ReadFile(file) //nolint:gosec // G304: the operator names it
	}
	if err != nil {
		return nil, fmt.Errorf("audit key: %w", err)
	}
	keys, err := parseKeys(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return keys, nil
}

// ReadKeys reads the keys of an existing file.
func ReadKeys(file string) (*Keys, error) {
	text, err := os.ReadFile(file) //nolint:gosec // G304: the operator names it
	if err != nil {
		return nil, fmt.Errorf("audit key: %w", err)
	}
	keys, err := parseKeys(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return keys, nil
}

// newKey creates the first key of a log, unless another process has just created it.
func newKey(file string) error {
	private, _, err := note.GenerateKey(rand.Reader, "proofboard-"+strings.ToLower(rand.Text()[:8]))
	if err != nil {
		return fmt.Errorf("audit key: %w", err)
	}
	if err := writeKeys(file, private+"\n", os.Link); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// RotateKeys puts a new key before the others of a file. All of them sign heads until the old lines
// are removed.
func RotateKeys(file string) (*Keys, error) {
	old, err := os.ReadFile(file) //nolint:gosec // G304: the operator names it
	if err != nil {
		return nil, fmt.Errorf("audit key: %w", err)
	}
	keys, err := parseKeys(string(old))
	if err != nil {
		return nil, err
	}
	private, _, err := note.GenerateKey(rand.Reader, keys.Signers[0].Name())
	if err != nil {
		return nil, fmt.Errorf("audit key: %w", err)
	}
	text := private + "\n" + string(old)
	if err := writeKeys(file, text, os.Rename); err != nil {
		return nil, err
	}
	return parseKeys(text)
}

// writeKeys replaces the file in one step, because half a key file would be a lost key.
func writeKeys(file, text string, place func(from, to string) error) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("audit key: %w", err)
	}
	temp, err := os.CreateTemp(dir, ".key-*") // only its owner may read it
	if err != nil {
		return fmt.Errorf("audit key: %w", err)
	}
	defer func() { _ = os.Remove(temp.Name()) }() // the file may have replaced the target by now
	_, err = temp.WriteString(text)
	if err = errors.Join(err, temp.Sync(), temp.Close()); err == nil {
		err = place(temp.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("audit key: %w", err)
	}
	return nil
}

func parseKeys(text string) (*Keys, error) {
	k := &Keys{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		signer, err := note.NewSigner(line)
		if err != nil {
			return nil, fmt.Errorf("audit key: line %d: %w", len(k.Signers)+1, err)
		}
		verifier, err := publicKey(line)
		if err != nil {
			return nil, fmt.Errorf("audit key: line %d: %w", len(k.Signers)+1, err)
		}
		k.Signers, k.Verifiers = append(k.Signers, signer), append(k.Verifiers, verifier)
	}
	if len(k.Signers) == 0 {
		return nil, errors.New(
			"audit key: the file holds no key; a line is what proofboard audit key makes and begins with PRIVATE+KEY",
		)
	}
	return k, nil
}

// ErrOtherKeys means that a file has valid keys that belong to another log.
var ErrOtherKeys = errors.New(
	"audit key: none of the newest heads of this log was signed with a key of the file: it is another installation's, or a key was removed before the new one had signed; put the right one back",
)

// Check returns ErrOtherKeys if no key has signed any of the newest heads of a log that has heads.
func (k *Keys) Check(ctx context.Context, db *pgxpool.Pool) error {
	rows, err := db.Query(ctx, "select signed from tree_heads order by size desc limit $1", headsTried)
	if err != nil {
		return fmt.Errorf("audit key: %w", err)
	}
	heads, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(heads) == 0 {
		return err
	}
	verifiers, err := parseVerifiers(k.Verifiers)
	if err != nil {
		return err
	}
	for _, signed := range heads {
		if _, err := OpenHead(signed, verifiers...); err == nil {
			return nil
		}
	}
	return ErrOtherKeys
}

// signed reports whether the current key has signed a head.
func (k *Keys) signed(head string) bool {
	v, err := note.NewVerifier(k.Verifiers[0])
	if err == nil {
		_, err = OpenHead(head, v)
	}
	return err == nil
}

// publicKey returns the public key that belongs to a private one.
func publicKey(signer string) (string, error) {
	parts := strings.SplitN(signer, "+", 5)
	raw, err := base64.StdEncoding.DecodeString(parts[len(parts)-1])
	if err != nil || len(parts) != 5 || len(raw) != 1+ed25519.SeedSize {
		return "", errors.New("not an Ed25519 key")
	}
	public := ed25519.NewKeyFromSeed(raw[1:]).Public().(ed25519.PublicKey)
	return note.NewEd25519VerifierKey(parts[2], public)
}
