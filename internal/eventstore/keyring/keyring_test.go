package keyring

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func keyLine(b byte) string {
	return "key " + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{b}, 32)) + "\n"
}

func open(t *testing.T, text string) (*Keyring, string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "events.key")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	k, err := Open(file)
	return k, file, err
}

func TestAnAuthenticatorIsTheKeysNameAndAnHMAC(t *testing.T) { // D-74
	k, _, err := open(t, keyLine(7))
	if err != nil {
		t.Fatal(err)
	}
	secret := bytes.Repeat([]byte{7}, 32)
	name := sha256.Sum256(append([]byte("proofboard event key "), secret...))
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("ssnapshot"))
	want := mac.Sum(name[:4:4])
	if got := k.Authenticate(SnapshotPurpose, []byte("snapshot")); !bytes.Equal(got, want) {
		t.Errorf("authenticator %x, want %x", got, want)
	}
}

// D-74: every key of the file checks, the first one makes authenticators, and one that was made for
// another purpose, message or key is not valid.
func TestOnlyTheRightAuthenticatorIsValid(t *testing.T) {
	old, _, err := open(t, keyLine(1))
	if err != nil {
		t.Fatal(err)
	}
	k, file, err := open(t, keyLine(2)+keyLine(1))
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := open(t, keyLine(3))
	if err != nil {
		t.Fatal(err)
	}
	message := []byte("state")
	auth := k.Authenticate(SnapshotPurpose, message)
	for name, c := range map[string]struct {
		purpose Purpose
		message string
		auth    []byte
		valid   bool
	}{
		"its own":             {SnapshotPurpose, "state", auth, true},
		"one of an older key": {SnapshotPurpose, "state", old.Authenticate(SnapshotPurpose, message), true},
		"another purpose":     {BoardSnapshotPurpose, "state", auth, false},
		"another message":     {SnapshotPurpose, "State", auth, false},
		"an unknown key":      {SnapshotPurpose, "state", other.Authenticate(SnapshotPurpose, message), false},
		"one that is cut":     {SnapshotPurpose, "state", auth[:AuthSize-1], false},
		"none":                {SnapshotPurpose, "state", nil, false},
	} {
		if k.Authentic(c.purpose, []byte(c.message), c.auth) != c.valid {
			t.Errorf("%s: valid is %v", name, !c.valid)
		}
	}
	if err := k.Rotate(); err != nil {
		t.Fatal(err)
	}
	if ids := k.IDs(); len(ids) != 3 || !k.Authentic(SnapshotPurpose, message, auth) ||
		bytes.Equal(k.Authenticate(SnapshotPurpose, message)[:AuthIDSize], auth[:AuthIDSize]) {
		t.Errorf("after a rotation there are %d keys", len(ids))
	}
	if again, err := Open(file); err != nil || !again.Authentic(SnapshotPurpose, message, auth) {
		t.Errorf("the file after a rotation: %v", err)
	}
}

func TestAKeyFileIsReadStrictly(t *testing.T) { // D-74
	hash := base64.StdEncoding.EncodeToString(make([]byte, sha256.Size))
	for name, c := range map[string]struct {
		text string
		good bool
	}{
		"two keys":             {keyLine(1) + "\n" + keyLine(2), true},
		"a boundary":           {keyLine(1) + "after 12 " + hash + "\n", true},
		"an empty file":        {"", false},
		"no key":               {"\n", false},
		"a word alone":         {"key\n", false},
		"a short key":          {"key AAAA\n", false},
		"no base64":            {"key " + strings.Repeat("!", 44) + "\n", false},
		"two boundaries":       {keyLine(1) + strings.Repeat("after 12 "+hash+"\n", 2), false},
		"a negative boundary":  {keyLine(1) + "after -1 " + hash + "\n", false},
		"a boundary, no hash":  {keyLine(1) + "after 12\n", false},
		"a boundary, bad hash": {keyLine(1) + "after 5 x\n", false},
		"something else in it": {keyLine(1) + "hello\n", false},
	} {
		if _, file, err := open(
			t,
			c.text,
		); (err == nil) != c.good ||
			err != nil && !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
