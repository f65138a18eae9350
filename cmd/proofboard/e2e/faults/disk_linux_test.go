package faults

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/internal/embedded"
)

// disk is a small file system for one test.
type disk struct{ folder string }

// mountDisk mounts a small file system over a folder. It needs root.
func mountDisk(t *testing.T, folder string, megabytes int) disk {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=755", megabytes))
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
		t.Skipf("check 11 needs a disk of its own to fill, and this user may not mount one: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return disk{folder}
}

func (d disk) ballast() string { return filepath.Join(d.folder, "ballast") }

// fill writes until the disk is full.
func (d disk) fill(t *testing.T) {
	t.Helper()
	f, err := os.OpenFile(d.ballast(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	for chunk := make([]byte, 64<<10); err == nil; {
		_, err = f.Write(chunk)
	}
	if !errors.Is(errors.Join(err, f.Close()), syscall.ENOSPC) {
		t.Fatal(err)
	}
}

func (d disk) relieve(t *testing.T) {
	t.Helper()
	if err := os.Remove(d.ballast()); err != nil {
		t.Fatal(err)
	}
}

// boardReads contains the results of reading the board.
type boardReads struct {
	good, bad int
	said      map[string]int // number of refusals by text
}

// lookAtTheBoard reads the board the given number of times, at most ten times per second.
func lookAtTheBoard(p *harness.Person, looks int) boardReads {
	r := boardReads{said: map[string]int{}}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for range looks {
		<-tick.C
		req, err := p.Request(http.MethodGet, "/order?view=board", nil)
		var a harness.Answer
		if err == nil {
			a, err = p.Site.Do(p.Site.Client, req)
		}
		switch {
		case err == nil && a.Status == http.StatusOK:
			r.good++
		default:
			r.bad++
			r.said[fmt.Sprint(a.Status, " ", a.Reason(), " ", err)]++
		}
	}
	return r
}

// outOfSpace keeps the disk full until the board has been read the given number of times. It
// returns the results of the commands and reads in that time.
func outOfSpace(
	t *testing.T,
	d disk,
	l *harness.Load,
	reader *harness.Person,
	looks int,
	meanwhile func(),
) (reads boardReads, refusals map[string]int) {
	t.Helper()
	before := l.Refusals()
	d.fill(t)
	var group sync.WaitGroup
	group.Go(func() { reads = lookAtTheBoard(reader, looks) })
	meanwhile()
	group.Wait()
	refusals = l.Refusals()
	for said, n := range before {
		if refusals[said] -= n; refusals[said] == 0 {
			delete(refusals, said)
		}
	}
	return reads, refusals
}

// Upload forms that were granted before the disk filled up are refused too. Commands still work,
// and the forms work again once there is space.
func TestAFullDiskRefusesUploadsThatWereGrantedAndNoCommands(t *testing.T) { // BY-002
	harness.Parallel(t)
	dir := harness.Folder(t)
	d := mountDisk(t, dir, 1000)
	harness.PlantFor(t, dir)
	server := harness.Launch(t, dir)
	w := harness.NewSite(server.Base)
	t.Cleanup(w.Client.CloseIdleConnections)
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	o := harness.MustWrite(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Before"}).Data.OrderID
	content := harness.Picture(t, 7)
	form := harness.UploadForm(t, owner, "attachment", o, "label.png", len(content))
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		t.Fatal(err)
	}
	left := int64(stat.Bavail)*stat.Bsize - 200<<20
	if err := os.WriteFile(d.ballast(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(d.ballast(), os.O_WRONLY, 0o600)
	if err == nil {
		err = errors.Join(syscall.Fallocate(int(f.Fd()), 0, 0, left), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if status := harness.PostForm(t, form, content); status != http.StatusInsufficientStorage {
		t.Errorf("a granted form on a full disk: %d", status)
	}
	harness.MustRefuse(
		t, owner, http.StatusServiceUnavailable, "storage.full", http.MethodPost,
		"/upload/upload-token/attachment/"+o.String(),
		map[string]any{"name": "more.png", "size": 10, "type": "image/png"},
	)
	harness.MustWrite(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Meanwhile"})
	d.relieve(t)
	if status := harness.PostForm(t, form, content); status >= 300 {
		t.Errorf("the same form once there is room: %d", status)
	}
}

// With the embedded database the product reserves disk space: it stops accepting commands before
// PostgreSQL runs out of space.
func TestAFullDiskUnderTheEmbeddedDatabaseStopsCommandsAndNothingElse(t *testing.T) { // BY-002
	harness.Parallel(t)
	dir := harness.Folder(t)
	d := mountDisk(t, filepath.Join(dir, "postgres"), 400)
	harness.PlantFor(t, dir)
	server := harness.Launch(t, dir)
	w := harness.NewSite(server.Base)
	t.Cleanup(w.Client.CloseIdleConnections)
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	reader, err := harness.NewSite(server.Base).SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.CSRFToken("card"); err != nil {
		t.Fatal(err)
	}
	l := &harness.Load{}
	l.Base.Store([]string{server.Base})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	var group sync.WaitGroup
	sent, failed := make([][]*harness.Command, harness.Clients), make([]error, harness.Clients)
	for i := range harness.Clients {
		group.Go(func() { sent[i], failed[i] = l.Client(ctx, owner, harness.Clients*time.Second/200) })
	}
	harness.Wait(t, time.Second)
	var again time.Duration
	looks := harness.Repeats(10, 300)
	for range harness.Repeats(1, 3) {
		reads, refusals := outOfSpace(t, d, l, reader, looks, func() {
			harness.Eventually(t, "/readyz tells of the disk", func() bool {
				waiting, status := (&harness.Running{Member: harness.Member{Dir: dir}}).WaitingFor(t)
				return slices.Contains(waiting, "disk") && status == http.StatusOK
			})
		})
		d.relieve(t)
		again = max(again, l.First(t))
		harness.Report(
			t,
			"11",
			refusals["503 storage.full"] > 0 && len(refusals) == 1 && reads.good == looks && reads.bad == 0,
			"disk full under the embedded database: commands answered %v, %d reads answered, %d not %v",
			refusals,
			reads.good,
			reads.bad,
			reads.said,
		)
	}
	harness.Wait(t, time.Second)
	l.Ended.Store(true)
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	if err := server.Cmd.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the server did not stay up: %v", err)
	}
	server.Kill()
	total := harness.CheckFolder(t, dir, sent)
	harness.Report(
		t, "11", !t.Failed() && harness.InTime(again, 5*time.Second),
		"%d commands, 0 acknowledged lost; first answer %s after there was space again (bound 5 s)", total,
		again.Round(10*time.Millisecond),
	)
}

// With an external PostgreSQL the product reserves no space, so the disk can fill completely.
// PostgreSQL refuses writes without space for tables and panics without space for its log. Its
// operator must restart it, as this test does.
func TestAFullDiskUnderAnotherDatabaseLosesNothing(t *testing.T) { // BY-002
	harness.Parallel(t)
	var tables, wal disk
	f := harness.UnderLoad(t, func(c *harness.Cluster) {
		tables = mountDisk(t, c.Pg.Dir, 400)
		wal = moveLog(t, c)
	})
	reader, err := harness.NewSite(f.Bases()[0]).SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	for _, full := range []struct {
		name string
		disk disk
	}{{"tables", tables}, {"log", wal}} {
		name, d := full.name, full.disk
		harness.Wait(t, time.Second)
		again := f.Load.Retries.Load()
		reads, refusals := outOfSpace(t, d, f.Load, reader, harness.Repeats(10, 300), func() {
			harness.Eventually(t, "commands are refused", func() bool {
				if name == "log" {
					f.FillLog(t) // the log segments that PostgreSQL has preallocated
				}
				return f.Load.Retries.Load() > again
			})
		})
		d.relieve(t)
		fate := "stayed up"
		select {
		case <-f.Db.Done():
			fate = "ended itself and was started again"
			f.StartDatabase()
		case <-time.After(time.Second):
		}
		back := f.Load.First(t)
		f.Settled()
		for _, r := range slices.Concat(f.Apis, f.Workers) {
			if r.Cmd.ProcessState != nil || syscall.Kill(r.Cmd.Process.Pid, 0) != nil {
				t.Errorf("%s did not stay up", r.Name)
			}
		}
		for said := range refusals {
			if !strings.HasPrefix(said, "503 ") {
				t.Errorf("commands were refused with %s", said)
			}
		}
		harness.Report(
			t,
			"11",
			!t.Failed() && harness.InTime(back, 5*time.Second),
			"disk of the %s full under another PostgreSQL, which %s: commands answered %v, %d reads answered, %d not %v; first answer %s after its return (bound 5 s)",
			name,
			fate,
			refusals,
			reads.good,
			reads.bad,
			reads.said,
			back.Round(10*time.Millisecond),
		)
	}
	commands := f.End(t)
	harness.Report(t, "11", !t.Failed(), "%d commands, 0 acknowledged lost", commands)
}

// moveLog creates the database and moves its write-ahead log to a separate disk.
func moveLog(t *testing.T, c *harness.Cluster) disk {
	t.Helper()
	c.StartDatabase()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := c.Db.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	d := mountDisk(t, filepath.Join(c.Dir, "wal"), 48)
	old, place := filepath.Join(c.Pg.Dir, "data", "pg_wal"), filepath.Join(d.folder, "pg_wal")
	if out, err := exec.CommandContext(ctx, "cp", "-a", old, place).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := errors.Join(os.RemoveAll(old), os.Symlink(place, old)); err != nil {
		t.Fatal(err)
	}
	return d
}

// If an embedded PostgreSQL ends unexpectedly, the product restarts it and does not end.
func TestAnEmbeddedDatabaseThatEndsIsStartedAgain(t *testing.T) { // BY-002
	harness.Parallel(t)
	dir := harness.Folder(t)
	harness.PlantFor(t, dir)
	server := harness.Launch(t, dir)
	w := harness.NewSite(server.Base)
	t.Cleanup(w.Client.CloseIdleConnections)
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.CSRFToken("card"); err != nil {
		t.Fatal(err)
	}
	var slowest time.Duration
	for _, service := range []string{"postgres", "s3"} {
		pid := pidOf(dir, service)
		if pid == 0 {
			t.Fatalf("there is no %s of %s", service, dir)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		harness.Eventually(t, service+" is used again", func() bool {
			if now := pidOf(dir, service); now == 0 || now == pid {
				return false
			}
			a := owner.Call(t, http.MethodPost, "/order", map[string]any{"orderName": "Again"})
			_, running, err := embedded.FindS3(filepath.Join(dir, "s3"))
			return a.Status == http.StatusOK && running && err == nil
		})
		slowest = max(slowest, time.Since(began))
	}
	if err := server.Cmd.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the server did not stay up: %v", err)
	}
	harness.Report(
		t, "2", !t.Failed() && harness.InTime(slowest, 10*time.Second),
		"embedded PostgreSQL and S3 gateway killed: the server stays up and has them again within %s (bound 10 s)",
		slowest.Round(10*time.Millisecond),
	)
}

// pidOf returns the process id of an embedded service of a data folder, or 0 if it does not run.
func pidOf(dir, service string) (pid int) {
	if service == "postgres" {
		raw, err := os.ReadFile(filepath.Join(dir, "postgres", "data", "postmaster.pid"))
		if err == nil {
			_, err = fmt.Sscan(string(raw), &pid)
		}
		if err != nil {
			return 0
		}
		return pid
	}
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(raw), "versitygw") ||
			!strings.Contains(string(raw), filepath.Join(dir, "s3")+"/") {
			continue
		}
		if _, err := fmt.Sscanf(name, "/proc/%d/", &pid); err == nil {
			return pid
		}
	}
	return 0
}
