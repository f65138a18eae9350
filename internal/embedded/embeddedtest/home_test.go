package embeddedtest

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestFoldersOfKilledTestsAreRemovedAndNoOthers(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	age := func(dir string) {
		t.Helper()
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(dir, "lock"), old, old); err != nil {
			t.Fatal(err)
		}
	}
	fresh := func() *home {
		t.Helper()
		h, err := makeHome()
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	killed, young, living := fresh(), fresh(), fresh()
	for _, h := range []*home{killed, young} {
		if err := h.lock.Close(); err != nil { // the kernel does this for a killed process
			t.Fatal(err)
		}
	}
	age(killed.dir)
	age(living.dir)
	last := fresh()
	for h, stays := range map[*home]bool{killed: false, young: true, living: true, last: true} {
		if _, err := os.Stat(h.dir); (err == nil) != stays {
			t.Errorf("%s: %v, should stay: %t", h.dir, err, stays)
		}
	}
	if err := living.remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(living.dir); !os.IsNotExist(err) {
		t.Errorf("its owner did not remove it: %v", err)
	}
	_ = last.lock.Close()
}
