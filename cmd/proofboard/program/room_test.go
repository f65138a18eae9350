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

func TestFilesLeaveRoomForCommands(t *testing.T) {
	const free = 10 * reserve
	look := func(string) (float64, bool) { return free, true }
	for bytes, want := range map[int64]error{0: nil, free - filesReserve: nil, free - filesReserve + 1: domain.ErrStorageFull} {
		if err := roomFor("", bytes, look); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v", bytes, err)
		}
	}
	if err := roomFor("", 1<<40, func(string) (float64, bool) { return 0, false }); err != nil {
		t.Errorf("a system that does not tell: %v", err)
	}
	if filesReserve <= reserve {
		t.Error("files take what commands need")
	}
}
