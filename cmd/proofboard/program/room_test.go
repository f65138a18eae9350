package program

import (
	"errors"
	"testing"

	"github.com/proofboard/proofboard/domain"
)

func TestCommandsAreRefusedWhileTheDiskHasNoRoom(t *testing.T) { // BY-002
	free, known := float64(reserve), true
	r := newRoom(t.TempDir())
	r.free = func(string) (float64, bool) { return free, known }
	look := func() error {
		r.next.Store(0)
		return r.refuse()
	}
	if err := look(); err != nil {
		t.Errorf("with the reserve free: %v", err)
	}
	free--
	if err := look(); !errors.Is(err, domain.ErrStorageFull) {
		t.Errorf("below the reserve: %v", err)
	}
	if free = 2 * reserve; !errors.Is(r.refuse(), domain.ErrStorageFull) {
		t.Error("it looked again at once")
	}
	if err := look(); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if free, known = 0, false; look() != nil {
		t.Error("a system that does not tell has no room")
	}
	if err := (*room)(nil).refuse(); err != nil {
		t.Errorf("of another database nothing is known: %v", err)
	}
	if _, known := freeSpace(t.TempDir()); !known {
		t.Skip("this system does not tell how much is free")
	}
}
