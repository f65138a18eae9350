package e2e

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

	"github.com/jackc/pgx/v5"

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
func lookAtTheBoard(p *person, looks int) boardReads {
	r := boardReads{said: map[string]int{}}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for range looks {
		<-tick.C
		req, err := p.request(http.MethodGet, "/order?view=board", nil)
		var a answer
		if err == nil {
			a, err = p.site.do(p.site.http, req)
		}
		switch {
		case err == nil && a.status == http.StatusOK:
			r.good++
		default:
			r.bad++
			r.said[fmt.Sprint(a.status, " ", a.reason(), " ", err)]++
		}
	}
	return r
}

// outOfSpace keeps the disk full until the board has been read the given number of times. It
// returns the results of the commands and reads in that time.
func outOfSpace(
	t *testing.T,
	d disk,
	l *load,
	reader *person,
	looks int,
	meanwhile func(),
) (reads boardReads, refusals map[string]int) {
	t.Helper()
	before := l.refusals()
	d.fill(t)
	var group sync.WaitGroup
	group.Go(func() { reads = lookAtTheBoard(reader, looks) })
	meanwhile()
	group.Wait()
	refusals = l.refusals()
	for said, n := range before {
		if refusals[said] -= n; refusals[said] == 0 {
			delete(refusals, said)
		}
	}
	return reads, refusals
}

// first waits for the next answered command. It returns how long that took.
func (l *load) first(t *testing.T) time.Duration {
	t.Helper()
	began, answered := time.Now(), l.answered.Load()
	eventually(t, "a command is answered", func() bool { return l.answered.Load() > answered })
	return time.Since(began)
}

// Upload forms that were granted before the disk filled up are refused too. Commands still work,
// and the forms work again once there is space.
func TestAFullDiskRefusesUploadsThatWereGrantedAndNoCommands(t *testing.T) { // BY-002
	beside(t)
	dir := folder(t)
	d := mountDisk(t, dir, 1000)
	plantFor(t, dir)
	server := launch(t, dir)
	w := newSite(server.base)
	t.Cleanup(w.http.CloseIdleConnections)
	owner, err := w.signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	o := write(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Before"}).Data.OrderID
	content := picture(t, 7)
	form := uploadForm(t, owner, "attachment", o, "label.png", len(content))
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
	if status := post(t, form, content); status != http.StatusInsufficientStorage {
		t.Errorf("a granted form on a full disk: %d", status)
	}
	refused(
		t, owner, http.StatusServiceUnavailable, "storage.full", http.MethodPost,
		"/upload/upload-token/attachment/"+o.String(),
		map[string]any{"name": "more.png", "size": 10, "type": "image/png"},
	)
	write(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Meanwhile"})
	d.relieve(t)
	if status := post(t, form, content); status >= 300 {
		t.Errorf("the same form once there is room: %d", status)
	}
}

// With the embedded database the product reserves disk space: it stops accepting commands before
// PostgreSQL runs out of space.
func TestAFullDiskUnderTheEmbeddedDatabaseStopsCommandsAndNothingElse(t *testing.T) { // BY-002
	beside(t)
	dir := folder(t)
	d := mountDisk(t, filepath.Join(dir, "postgres"), 400)
	plantFor(t, dir)
	server := launch(t, dir)
	w := newSite(server.base)
	t.Cleanup(w.http.CloseIdleConnections)
	owner, err := w.signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	reader, err := newSite(server.base).signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.csrfFor("card"); err != nil {
		t.Fatal(err)
	}
	l := &load{}
	l.base.Store([]string{server.base})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	var group sync.WaitGroup
	sent, failed := make([][]*command, clients), make([]error, clients)
	for i := range clients {
		group.Go(func() { sent[i], failed[i] = l.client(ctx, owner, clients*time.Second/200) })
	}
	wait(t, time.Second)
	var again time.Duration
	looks := times(10, 300)
	for range times(1, 3) {
		reads, refusals := outOfSpace(t, d, l, reader, looks, func() {
			eventually(t, "/readyz tells of the disk", func() bool {
				waiting, status := (&running{member: member{Dir: dir}}).waitingFor(t)
				return slices.Contains(waiting, "disk") && status == http.StatusOK
			})
		})
		d.relieve(t)
		again = max(again, l.first(t))
		told(
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
	wait(t, time.Second)
	l.ended.Store(true)
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	if err := server.cmd.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the server did not stay up: %v", err)
	}
	server.kill()
	total := checkFolder(t, dir, sent)
	told(
		t, "11", !t.Failed() && timely(again, 5*time.Second),
		"%d commands, 0 acknowledged lost; first answer %s after there was space again (bound 5 s)", total,
		again.Round(10*time.Millisecond),
	)
}

// With an external PostgreSQL the product reserves no space, so the disk can fill completely.
// PostgreSQL refuses writes without space for tables and panics without space for its log. Its
// operator must restart it, as this test does.
func TestAFullDiskUnderAnotherDatabaseLosesNothing(t *testing.T) { // BY-002
	beside(t)
	var tables, wal disk
	f := underLoad(t, func(c *cluster) {
		tables = mountDisk(t, c.pg.Dir, 400)
		wal = moveLog(t, c)
	})
	reader, err := newSite(f.bases()[0]).signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	for _, full := range []struct {
		name string
		disk disk
	}{{"tables", tables}, {"log", wal}} {
		name, d := full.name, full.disk
		wait(t, time.Second)
		again := f.load.retries.Load()
		reads, refusals := outOfSpace(t, d, f.load, reader, times(10, 300), func() {
			eventually(t, "commands are refused", func() bool {
				if name == "log" {
					f.fillLog(t) // the log segments that PostgreSQL has preallocated
				}
				return f.load.retries.Load() > again
			})
		})
		d.relieve(t)
		fate := "stayed up"
		select {
		case <-f.db.Done():
			fate = "ended itself and was started again"
			f.startDatabase()
		case <-time.After(time.Second):
		}
		back := f.load.first(t)
		f.settled()
		for _, r := range slices.Concat(f.apis, f.workers) {
			if r.cmd.ProcessState != nil || syscall.Kill(r.cmd.Process.Pid, 0) != nil {
				t.Errorf("%s did not stay up", r.Name)
			}
		}
		for said := range refusals {
			if !strings.HasPrefix(said, "503 ") {
				t.Errorf("commands were refused with %s", said)
			}
		}
		told(
			t,
			"11",
			!t.Failed() && timely(back, 5*time.Second),
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
	commands := f.end(t)
	told(t, "11", !t.Failed(), "%d commands, 0 acknowledged lost", commands)
}

// fillLog writes a megabyte into the write-ahead log, if the database still accepts writes.
func (c *cluster) fillLog(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.db.DSN())
	if err != nil {
		return // expected: the database ended because its log disk is full
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	_, _ = conn.Exec(t.Context(), "select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))")
}

// moveLog creates the database and moves its write-ahead log to a separate disk.
func moveLog(t *testing.T, c *cluster) disk {
	t.Helper()
	c.startDatabase()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := c.db.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	d := mountDisk(t, filepath.Join(c.dir, "wal"), 48)
	old, place := filepath.Join(c.pg.Dir, "data", "pg_wal"), filepath.Join(d.folder, "pg_wal")
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
	beside(t)
	dir := folder(t)
	plantFor(t, dir)
	server := launch(t, dir)
	w := newSite(server.base)
	t.Cleanup(w.http.CloseIdleConnections)
	owner, err := w.signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.csrfFor("card"); err != nil {
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
		eventually(t, service+" is used again", func() bool {
			if now := pidOf(dir, service); now == 0 || now == pid {
				return false
			}
			a := owner.call(t, http.MethodPost, "/order", map[string]any{"orderName": "Again"})
			_, running, err := embedded.FindS3(filepath.Join(dir, "s3"))
			return a.status == http.StatusOK && running && err == nil
		})
		slowest = max(slowest, time.Since(began))
	}
	if err := server.cmd.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the server did not stay up: %v", err)
	}
	told(
		t, "2", !t.Failed() && timely(slowest, 10*time.Second),
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
