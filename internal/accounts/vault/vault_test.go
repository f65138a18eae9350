package vault_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts/vault"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// memory stores keys in memory. If down is set, it fails.
type memory struct {
	mu   sync.Mutex
	keys map[string][]byte
	down bool
}

var errDown = errors.New("the store is down")

func (m *memory) Get(_ context.Context, id string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down {
		return nil, errDown
	}
	if b, ok := m.keys[id]; ok {
		return b, nil
	}
	return nil, vault.ErrNoKey
}

func (m *memory) Put(_ context.Context, id string, wrapped []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down {
		return errDown
	}
	m.keys[id] = bytes.Clone(wrapped)
	return nil
}

func (m *memory) Delete(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down {
		return errDown
	}
	delete(m.keys, id)
	return nil
}

type fixture struct {
	db   *pgxpool.Pool
	keys *memory
	file string
}

func setup(t *testing.T) *fixture {
	db, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "vault", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return &fixture{db, &memory{keys: map[string][]byte{}}, filepath.Join(t.TempDir(), "keys", "master.key")}
}

// process returns a new vault on the same keys, as another process would have.
func (f *fixture) process(t *testing.T) *vault.Vault {
	t.Helper()
	m, err := vault.OpenMaster(f.file)
	if err != nil {
		t.Fatal(err)
	}
	return vault.New(f.keys, f.db, m, time.Now)
}

const secret = `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"The fruit is too small"}]}]}`

func seal(t *testing.T, v *vault.Vault, person uuid.UUID, text string) string {
	t.Helper()
	s, err := v.Seal(t.Context(), person, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func open(t *testing.T, v *vault.Vault, text string) string {
	t.Helper()
	if err := v.Open(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestATextIsReadableThroughTheVaultOnly(t *testing.T) { // D-33
	f := setup(t)
	v, other := f.process(t), f.process(t)
	ada, ben := uuid.New(), uuid.New()
	a, again, b := seal(t, v, ada, secret), seal(t, v, ada, secret), seal(t, v, ben, secret)
	if strings.Contains(a, "fruit") || a == again || !vault.IsSealed(a) || vault.IsSealed(secret) {
		t.Errorf("sealed: %s and %s", a, again)
	}
	for _, s := range []string{a, again, b} {
		if open(t, other, s) != secret {
			t.Errorf("%s does not open", s)
		}
	}
	if open(t, v, secret) != secret || open(t, v, "") != "" {
		t.Error("a text that is not sealed must stay as it is")
	}
	if len(f.keys.keys) != 2 {
		t.Errorf("%d keys for two people", len(f.keys.keys))
	}
	for _, wrapped := range f.keys.keys {
		if len(wrapped) != 1+8+12+32+16 {
			t.Errorf("a key is kept in %d bytes: it has to be wrapped", len(wrapped))
		}
	}
}

func TestAChangedTextDoesNotOpen(t *testing.T) { // D-33
	v := setup(t).process(t)
	s := seal(t, v, uuid.New(), secret)
	for i := len("sealed1.") + 22; i < len(s); i++ { // after the key's id
		changed := []byte(s)
		changed[i] = 'A'
		if changed[i] == s[i] {
			changed[i] = 'B'
		}
		text := string(changed)
		if err := v.Open(t.Context(), &text); err == nil && text != string(changed) {
			t.Fatalf("changed at %d it opens", i)
		}
	}
}

func TestDestroyingAKeyErasesEverythingThatWasWrittenWithIt(t *testing.T) { // BY-041
	f := setup(t)
	v, other := f.process(t), f.process(t)
	ada, ben := uuid.New(), uuid.New()
	a, b := seal(t, v, ada, secret), seal(t, other, ben, secret)
	open(t, other, a) // the other process has cached the key now
	if err := v.Destroy(t.Context(), ada); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*vault.Vault{v, other, f.process(t)} {
		if got := open(t, p, a); got != vault.Erased {
			t.Errorf("after erasure: %s", got)
		}
		if open(t, p, b) != secret {
			t.Error("another's text was erased as well")
		}
	}
	if _, err := v.Seal(t.Context(), ada, secret); !errors.Is(err, vault.ErrErased) {
		t.Errorf("writing after erasure: %v", err)
	}
	if err := v.Destroy(t.Context(), ada); err != nil {
		t.Errorf("twice: %v", err)
	}
	if _, err := topic.ParseMessage(vault.Erased); err != nil {
		t.Errorf("what stands in its place is no message: %v", err)
	}
	// Restore a backup from before the erasure: its row says that the key is not destroyed.
	if _, err := f.db.Exec(t.Context(), "update account_keys set destroyed_at = null"); err != nil {
		t.Fatal(err)
	}
	if got := open(t, f.process(t), a); got != vault.Erased {
		t.Errorf("in a restored backup: %s", got)
	}
	if _, err := f.process(t).Seal(t.Context(), ada, secret); !errors.Is(err, vault.ErrErased) {
		t.Errorf("writing in a restored backup: %v", err)
	}
}

func TestWhoNeverWroteNeverGetsAKeyAfterErasure(t *testing.T) { // BY-041
	f := setup(t)
	ada := uuid.New()
	if err := f.process(t).Destroy(t.Context(), ada); err != nil {
		t.Fatal(err)
	}
	if _, err := f.process(t).
		Seal(t.Context(), ada, secret); !errors.Is(err, vault.ErrErased) ||
		len(f.keys.keys) != 0 {
		t.Errorf("%v, %d keys", err, len(f.keys.keys))
	}
}

func TestProcessesThatMakeAKeyAtOnceAgree(t *testing.T) { // D-33
	f := setup(t)
	ada := uuid.New()
	sealed := make([]string, 8)
	var all sync.WaitGroup
	for i := range sealed {
		v := f.process(t)
		all.Go(func() { sealed[i], _ = v.Seal(t.Context(), ada, secret) })
	}
	all.Wait()
	reader := f.process(t)
	for _, s := range sealed {
		if s == "" || open(t, reader, s) != secret {
			t.Errorf("%q is lost", s)
		}
	}
	if len(f.keys.keys) != 1 {
		t.Errorf("%d keys", len(f.keys.keys))
	}
}

func TestWithoutItsStoreTheVaultSaysSoAndLosesNothing(t *testing.T) { // D-33
	f := setup(t)
	ada := uuid.New()
	f.keys.down = true
	if _, err := f.process(t).Seal(t.Context(), ada, secret); !errors.Is(err, domain.ErrUnavailable) {
		t.Errorf("sealing: %v", err)
	}
	f.keys.down = false
	v := f.process(t)
	s := seal(t, v, ada, secret)
	f.keys.down = true
	if text := s; !errors.Is(f.process(t).Open(t.Context(), &text), domain.ErrUnavailable) || text != s {
		t.Errorf("opening: %s", text)
	}
	if open(t, v, s) != secret { // the key is cached
		t.Error("a process that knows the key needs no store")
	}
	if err := v.Destroy(t.Context(), ada); err == nil {
		t.Error("a key that could not be destroyed is said to be")
	}
	f.keys.down = false
	if err := v.Destroy(t.Context(), ada); err != nil || len(f.keys.keys) != 0 {
		t.Errorf("again: %v, %d keys", err, len(f.keys.keys))
	}
}

func TestTheMasterKeyCanBeReplacedAndIsNeeded(t *testing.T) { // D-33
	f := setup(t)
	s := seal(t, f.process(t), uuid.New(), secret)
	old, err := os.ReadFile(f.file)
	if err != nil {
		t.Fatal(err)
	}
	if stat, err := os.Stat(f.file); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("the master key's file: %v, %v", stat.Mode(), err)
	}
	write := func(content string) {
		t.Helper()
		if err := os.WriteFile(f.file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fresh := strings.Repeat("QUFB", 10) + "QUE=\n" // 32 bytes
	write(fresh + string(old))
	if open(t, f.process(t), s) != secret {
		t.Error("wrapped by the older key it does not open")
	}
	was := maps.Clone(f.keys.keys)
	seal(t, f.process(t), uuid.New(), secret)
	for id, wrapped := range f.keys.keys {
		if _, older := was[id]; !older && bytes.Equal(wrapped[1:9], was[firstOf(was)][1:9]) {
			t.Error("a new key is wrapped by the older master key")
		}
	}
	write(fresh)
	if text := s; !errors.Is(f.process(t).Open(t.Context(), &text), domain.ErrUnavailable) {
		t.Error("without its master key it opens")
	}
	for _, bad := range []string{"", "\n", "short\n", "QUFB\n", strings.Repeat(fresh, 17)} {
		write(bad)
		if _, err := vault.OpenMaster(f.file); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func firstOf(m map[string][]byte) string {
	for id := range m {
		return id
	}
	return ""
}

func FuzzOpen(f *testing.F) {
	f.Add("sealed1.AAAA")
	f.Add("sealed1." + strings.Repeat("A", 60))
	f.Add(secret)
	f.Fuzz(func(_ *testing.T, text string) { vault.IsSealed(text) })
}
