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

// kills is how often the server is killed; PROOFBOARD_E2E_KILLS says another number.
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
	lifeOfOne  = 700 * time.Millisecond // between a start and its kill
	readyLimit = 30 * time.Second
)

// process is a server of its own on a data folder: PostgreSQL, NATS and the gateway begin and end with it.
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
	defer func() { _ = log.Close() }() // the process has its own
	cmd := exec.Command(product, "serve")
	// The environment of the tests names a database.
	cmd.Env = append(
		os.Environ(), "PROOFBOARD_LISTEN=127.0.0.1:0", "PROOFBOARD_DATA="+dir, "PROOFBOARD_DEMO=false", "DATABASE_URL=",
		"NATS_URL=", "S3_ENDPOINT=",
	)
	cmd.Stderr = log
	return ready(t, dir, cmd, func() string { return addressIn(log.Name()) })
}

// ready starts a server and waits until it says that it is ready.
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

// kill -9.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait() // it ends by our signal
	}
}

// command is one command of a client, sent until it is answered.
type command struct {
	method, path string
	body         any
	key          uuid.UUID
	answers      []string // what it came to; more than one if it was asked again on purpose
	position     int64
}

// load is who sends commands while the server dies and comes back.
type load struct {
	base     atomic.Value // []string, of the servers that live now, which take turns
	tries    atomic.Int64
	retries  atomic.Int64
	answered atomic.Int64
	ended    atomic.Bool
	mu       sync.Mutex
	refused  map[string]int // by status and reason
}

// refuse counts an answer that was no success.
func (l *load) refuse(a answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refused == nil {
		l.refused = map[string]int{}
	}
	l.refused[fmt.Sprint(a.status, " ", a.reason())]++
}

// refusals are the answers so far that were no success.
func (l *load) refusals() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.refused)
}

// client makes orders and renames and moves them, one command after the other. A command without an answer is sent
// again under the same key; every tenth is asked again though it was answered.
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

// until sends a command until the server says what it came to.
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
				case http.StatusServiceUnavailable, http.StatusInternalServerError: // it is going down
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

// plantFor makes the accounts on a data folder before its server starts.
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

// checkLog holds the log to what clients were told: every answered command is there, once, at the position it was told,
// and the read models are what the log says. same is what repeated answers to a command agree on.
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

// essential is what an answer and its repetition by the same program agree on.
func essential(body string) string {
	var c changed
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return body
	}
	return c.Message + " " + decided(body)
}

// decided is what an answer and its repetition by another version of the program agree on: that may word its messages
// otherwise.
func decided(body string) string {
	var c changed
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return body
	}
	return fmt.Sprint(c.Data.OrderID, " ", c.Data.Version, " ", c.Data.Position, " ", c.Data.Status)
}
