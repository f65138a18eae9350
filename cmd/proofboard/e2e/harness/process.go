package harness

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
)

// readyLimit only ends the wait for a start that hangs.
const readyLimit = 2 * time.Minute

// Process is a server on a data folder. Its PostgreSQL, NATS and S3 gateway start and end with it.
type Process struct {
	Cmd  *exec.Cmd
	Base string
}

// Launch starts the product on a data folder, with more variables of the environment, and waits until it
// is ready.
func Launch(t *testing.T, dir string, env ...string) *Process {
	t.Helper()
	log, err := os.Create(filepath.Join(dir, "test.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }() // the process has its own copy
	cmd := exec.Command(Product, "serve")
	// The environment of the tests sets a database, which this server must not use.
	cmd.Env = append(
		os.Environ(), "PROOFBOARD_LISTEN=127.0.0.1:0", "PROOFBOARD_DATA="+dir, "PROOFBOARD_DEMO=false", "DATABASE_URL=",
		"NATS_URL=", "S3_ENDPOINT=",
	)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = log
	return ready(t, dir, cmd, func() string { return addressIn(log.Name()) })
}

// ready starts a server and waits until it reports that it is ready.
func ready(t *testing.T, dir string, cmd *exec.Cmd, address func() string) *Process {
	t.Helper()
	p := &Process{Cmd: cmd}
	if err := p.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	for end := time.Now().Add(readyLimit); ; {
		if p.Base = address(); p.Base != "" {
			if res, err := http.Get(p.Base + "/readyz"); err == nil {
				_ = res.Body.Close()
				if res.StatusCode == http.StatusOK {
					return p
				}
			}
		}
		if time.Now().After(end) {
			log, _ := os.ReadFile(filepath.Join(dir, "test.log"))
			t.Fatalf("the server does not come back:\n%s", log)
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Kill ends the server as kill -9 does.
func (p *Process) Kill() {
	if p.Cmd.ProcessState == nil {
		_ = p.Cmd.Process.Kill()
		_ = p.Cmd.Wait() // the error is expected: the signal ended the process
	}
}

// PlantFor creates the accounts in a data folder before its server starts.
func PlantFor(t *testing.T, dir string, changes ...func(*config.Config)) {
	t.Helper()
	cfg := Settings(dir)
	for _, change := range changes {
		change(&cfg)
	}
	core, err := core.Open(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(core.Plant(t.Context(), Seed()), core.Close()); err != nil {
		t.Fatal(err)
	}
}

// CheckFolder opens a data folder and checks its log as CheckLog does.
func CheckFolder(t *testing.T, dir string, sent [][]*Command) (total int) {
	t.Helper()
	nobody := Seed()
	nobody.Users = nil
	w, err := Open(dir, nobody)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	return CheckLog(t, w.Core, sent, essential)
}

// CheckLog checks the log against the answers that the clients received. Every answered command is
// stored once, at the position in its answer, and the read models match the log. same returns the
// part of an answer that must not differ between repetitions.
func CheckLog(t *testing.T, w *core.Core, sent [][]*Command, same func(body string) string) (total int) {
	t.Helper()
	found, last, versions := map[uuid.UUID]int64{}, int64(0), map[uuid.UUID]int{}
	people := 0
	for {
		page, err := w.Store.Read(t.Context(), last, 5000)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			if e.Position != last+1 || e.Version != versions[e.Stream]+1 {
				t.Errorf(
					"the log goes from %d to %d, the stream %s from %d to %d", last, e.Position, e.Stream,
					versions[e.Stream], e.Version,
				)
			}
			last, versions[e.Stream] = e.Position, e.Version
			if e.Meta.Actor == Cast["owner"].ID && ByPeople(e) {
				people++
				if at, twice := found[e.CommandID]; twice {
					t.Errorf("the command %s is in the log at %d and %d", e.CommandID, at, e.Position)
				}
				found[e.CommandID] = e.Position
			}
		}
	}
	for _, commands := range sent {
		for _, c := range commands {
			total++
			if at, kept := found[c.key]; !kept || at != c.position {
				t.Errorf("%s %s was answered at %d and is in the log at %d", c.method, c.path, c.position, at)
			}
			for _, again := range c.answers[1:] {
				if same(again) != same(c.answers[0]) {
					t.Errorf("a repeat of %s answers %s, the first %s", c.path, again, c.answers[0])
				}
			}
		}
	}
	if people != total {
		t.Errorf("%d events of %d commands", people, total)
	}
	if total < 100 {
		t.Errorf("only %d commands: the server was hardly loaded", total)
	}
	for _, name := range []string{"board", "search", "proofs", "topics", "timeline", "notifications"} {
		report, err := w.Runner.Verify(t.Context(), name)
		if err != nil || !report.Same() {
			t.Errorf("%s is not what the log says: %v %+v", name, err, report)
		}
	}
	return total
}
