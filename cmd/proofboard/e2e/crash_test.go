package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/program"
)

// kills returns how often the test kills the server. PROOFBOARD_E2E_KILLS overrides the number.
func kills(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("PROOFBOARD_E2E_KILLS"))
	if err != nil {
		return times(10, 50)
	}
	return n
}

const (
	clients    = 8
	perSecond  = 250                    // commands of all clients together
	lifeOfOne  = 700 * time.Millisecond // time between the start of a server and its kill
	readyLimit = 30 * time.Second
)

// process is a server on a data folder. Its PostgreSQL, NATS and S3 gateway start and end with it.
type process struct {
	cmd  *exec.Cmd
	base string
}

func launch(t *testing.T, dir string) *process {
	t.Helper()
	log, err := os.Create(filepath.Join(dir, "test.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }() // the process has its own copy
	cmd := exec.Command(product, "serve")
	// The environment of the tests sets a database, which this server must not use.
	cmd.Env = append(
		os.Environ(), "PROOFBOARD_LISTEN=127.0.0.1:0", "PROOFBOARD_DATA="+dir, "PROOFBOARD_DEMO=false", "DATABASE_URL=",
		"NATS_URL=", "S3_ENDPOINT=",
	)
	cmd.Stderr = log
	return ready(t, dir, cmd, func() string { return addressIn(log.Name()) })
}

// ready starts a server and waits until it reports that it is ready.
func ready(t *testing.T, dir string, cmd *exec.Cmd, address func() string) *process {
	t.Helper()
	p := &process{cmd: cmd}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	for end := time.Now().Add(readyLimit); ; {
		if p.base = address(); p.base != "" {
			if res, err := http.Get(p.base + "/readyz"); err == nil {
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

// kill ends the server as kill -9 does.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait() // the error is expected: the signal ended the process
	}
}

// command is one command of a client. The client sends it until it gets an answer.
type command struct {
	method, path string
	body         any
	key          uuid.UUID
	answers      []string // answers received; several if the client repeated the command on purpose
	position     int64
}

// load contains the clients that send commands while servers end and restart.
type load struct {
	base     atomic.Value // []string: the base URLs of the running servers, used in turn
	tries    atomic.Int64
	retries  atomic.Int64
	answered atomic.Int64
	ended    atomic.Bool
	mu       sync.Mutex
	refused  map[string]int // number of refusals by status and reason
}

// refuse counts an answer that is not a success.
func (l *load) refuse(a answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refused == nil {
		l.refused = map[string]int{}
	}
	l.refused[fmt.Sprint(a.status, " ", a.reason())]++
}

// refusals returns the number of unsuccessful answers so far, by status and reason.
func (l *load) refusals() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.refused)
}

// client creates, renames and moves orders, one command after the other. It repeats a command
// without an answer with the same key. It also repeats every tenth answered command.
func (l *load) client(ctx context.Context, p *person, every time.Duration) (sent []*command, err error) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var o uuid.UUID
	for n := 0; !l.ended.Load(); n++ {
		c := &command{key: uuid.New()}
		switch n % 8 {
		case 0:
			c.method, c.path, c.body = http.MethodPost, "/order", map[string]any{
				"orderName": fmt.Sprintf("Order %d", n),
			}
		case 1:
			c.method, c.path, c.body = http.MethodPut, "/order/"+o.String()+"/action", map[string]any{
				"action": "published",
			}
		case 2, 5:
			c.method, c.path, c.body = http.MethodPut, "/order/"+o.String()+"/action", map[string]any{
				"action": "on-hold",
				"reason": fmt.Sprintf("hold %d", n),
			}
		case 3, 6:
			c.method, c.path, c.body = http.MethodPut, "/order/"+o.String()+"/action", map[string]any{
				"action": "resume",
			}
		default:
			c.method, c.path, c.body = http.MethodPut, "/order/"+o.String(), map[string]any{
				"orderName": fmt.Sprintf("Name %d", n),
			}
		}
		if err := l.until(ctx, p, c); err != nil {
			return sent, err
		}
		if n%10 == 9 {
			if err := l.until(ctx, p, c); err != nil {
				return sent, err
			}
		}
		if n%8 == 0 {
			var made changed
			if err := json.Unmarshal([]byte(c.answers[0]), &made); err != nil {
				return sent, err
			}
			o = made.Data.OrderID
		}
		sent = append(sent, c)
		<-tick.C
	}
	return sent, nil
}

// until sends a command until the server answers with its result.
func (l *load) until(ctx context.Context, p *person, c *command) error {
	for first := true; ; first = false {
		bases := l.base.Load().([]string)
		here := newSite(bases[int(l.tries.Load())%len(bases)])
		here.http = p.site.http
		now := &person{User: p.User, site: here, token: p.token, csrf: p.csrf}
		req, err := now.request(c.method, c.path, c.body, key(c.key))
		if err == nil {
			var a answer
			l.tries.Add(1)
			if !first {
				l.retries.Add(1)
			}
			if a, err = here.do(here.http, req.WithContext(ctx)); err == nil {
				switch a.status {
				case http.StatusOK:
					c.answers, c.position = append(c.answers, string(a.body)), a.position()
					l.answered.Add(1)
					return nil
				case http.StatusServiceUnavailable, http.StatusInternalServerError: // the server is stopping
					l.refuse(a)
				default:
					return fmt.Errorf("%s %s: %d %s", c.method, c.path, a.status, a.body)
				}
			}
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func TestKillingTheServerUnderLoadLosesAndDoublesNothing(t *testing.T) { // BY-001 BY-002 BY-005 D-31
	beside(t)
	dir := folder(t)
	plantFor(t, dir)
	server := launch(t, dir)
	w := newSite(server.base)
	defer w.http.CloseIdleConnections()
	owner, err := w.signIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.csrfFor("card"); err != nil {
		t.Fatal(err)
	}
	l := &load{}
	l.base.Store([]string{server.base})
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	var running sync.WaitGroup
	sent, failed := make([][]*command, clients), make([]error, clients)
	for i := range clients {
		running.Go(func() { sent[i], failed[i] = l.client(ctx, owner, clients*time.Second/perSecond) })
	}
	var slowest time.Duration
	for range kills(t) {
		select {
		case <-ctx.Done():
			t.Fatal(ctx.Err())
		case <-time.After(lifeOfOne):
		}
		server.kill()
		began := time.Now()
		server = launch(t, dir)
		slowest = max(slowest, time.Since(began))
		l.base.Store([]string{server.base})
	}
	l.ended.Store(true)
	running.Wait()
	server.kill()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	total := checkFolder(t, dir, sent)
	told(
		t,
		"1",
		!t.Failed() && timely(slowest, time.Second),
		"%d commands, the server killed %d times: 0 lost, 0 doubled, %d of %d requests again; ready again after at most %s (bound 1 s at full count)",
		total,
		kills(t),
		l.retries.Load(),
		l.tries.Load(),
		slowest.Round(time.Millisecond),
	)
	if l.retries.Load() == 0 {
		t.Error("no command was ever interrupted: the test shows nothing")
	}
}

// plantFor creates the accounts in a data folder before its server starts.
func plantFor(t *testing.T, dir string) {
	t.Helper()
	core, err := program.OpenCore(t.Context(), settings(dir), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(core.Accounts.Plant(t.Context(), seed()), core.Close()); err != nil {
		t.Fatal(err)
	}
}

func checkFolder(t *testing.T, dir string, sent [][]*command) (total int) {
	t.Helper()
	nobody := seed()
	nobody.Users = nil
	w, err := open(dir, nobody)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	}()
	return checkLog(t, &w.Core, sent, essential)
}

// checkLog checks the log against the answers that the clients received. Every answered command is
// stored once, at the position in its answer, and the read models match the log. same returns the
// part of an answer that must not differ between repetitions.
func checkLog(t *testing.T, w *program.Core, sent [][]*command, same func(body string) string) (total int) {
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
			if e.Meta.Actor == cast["owner"].ID {
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

// essential returns the part of an answer that must be equal in repeated answers of the same build.
func essential(body string) string {
	var c changed
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return body
	}
	return c.Message + " " + decided(body)
}

// decided returns the part of an answer that must be equal in answers of different builds. Their
// message texts may differ.
func decided(body string) string {
	var c changed
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return body
	}
	return fmt.Sprint(c.Data.OrderID, " ", c.Data.Version, " ", c.Data.Position, " ", c.Data.Status)
}
