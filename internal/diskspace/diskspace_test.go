package diskspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain"
)

func TestCommandsAreRefusedWhileTheDiskHasNoRoom(t *testing.T) { // BY-002
	free, known := float64(commandsReserve), true
	r := NewGuard(t.TempDir())
	r.free = func(string) (float64, bool) { return free, known }
	look := func() error {
		r.nextCheck.Store(0)
		return r.Check()
	}
	if err := look(); err != nil {
		t.Errorf("with the reserve free: %v", err)
	}
	free--
	if err := look(); !errors.Is(err, domain.ErrStorageFull) {
		t.Errorf("below the reserve: %v", err)
	}
	if free = 2 * commandsReserve; !errors.Is(r.Check(), domain.ErrStorageFull) {
		t.Error("it looked again at once")
	}
	if err := look(); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if free, known = 0, false; look() != nil {
		t.Error("a system that does not tell has no room")
	}
	if err := (*Guard)(nil).Check(); err != nil {
		t.Errorf("of another database nothing is known: %v", err)
	}
	if _, known := Free(t.TempDir()); !known {
		t.Skip("this system does not tell how much is free")
	}
}

func TestFilesLeaveRoomForCommands(t *testing.T) {
	const free = 10 * commandsReserve
	look := func(string) (float64, bool) { return free, true }
	for bytes, want := range map[int64]error{0: nil, free - filesReserve: nil, free - filesReserve + 1: domain.ErrStorageFull} {
		if err := leaves("", bytes, filesReserve, look); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v", bytes, err)
		}
	}
	if err := leaves("", 1<<40, filesReserve, func(string) (float64, bool) { return 0, false }); err != nil {
		t.Errorf("a system that does not tell: %v", err)
	}
	if filesReserve <= commandsReserve {
		t.Error("files take what commands need")
	}
}

func TestAFirstStartOnAFullDiskSaysSo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	disk := func(free float64) func(string) (float64, bool) {
		return func(folder string) (float64, bool) {
			if _, err := os.Stat(folder); err != nil {
				t.Errorf("it asks for the space of %s: %v", folder, err)
			}
			return free, true
		}
	}
	if err := toStart(filepath.Join(dir, "postgres"), disk(1<<30)); err != nil {
		t.Error(err)
	}
	err := toStart(filepath.Join(dir, "postgres"), disk(5<<20))
	if err == nil || !strings.Contains(err.Error(), "full: 5 MB are free, a first start needs 256 MB") ||
		!strings.Contains(err.Error(), dir) {
		t.Errorf("%v", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "postgres", "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "postgres", "data", "PG_VERSION"), []byte("18\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := toStart(filepath.Join(dir, "postgres"), disk(5<<20)); err != nil {
		t.Errorf("a database that is there does not start to be read: %v", err)
	}
}
