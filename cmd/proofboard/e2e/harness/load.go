package harness

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
)

// Clients is the number of clients of a load.
const Clients = 8

// Command is one command of a client. The client sends it until it gets an answer.
type Command struct {
	method, path string
	body         any
	key          uuid.UUID
	answers      []string // answers received; several if the client repeated the command on purpose
	position     int64
}

// Load contains the clients that send commands while servers end and restart.
type Load struct {
	Base     atomic.Value // []string: the base URLs of the running servers, used in turn
	Tries    atomic.Int64
	Retries  atomic.Int64
	Answered atomic.Int64
	Ended    atomic.Bool
	mu       sync.Mutex
	refused  map[string]int // number of refusals by status and reason
}

// refuse counts an answer that is not a success.
func (l *Load) refuse(a Answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refused == nil {
		l.refused = map[string]int{}
	}
	l.refused[fmt.Sprint(a.Status, " ", a.Reason())]++
}

// Refusals returns the number of unsuccessful answers so far, by status and reason.
func (l *Load) Refusals() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.refused)
}

// Client creates, renames and moves orders, one command after the other. It repeats a command
// without an answer with the same key. It also repeats every tenth answered command.
func (l *Load) Client(ctx context.Context, p *Person, every time.Duration) (sent []*Command, err error) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var o uuid.UUID
	for n := 0; !l.Ended.Load(); n++ {
		c := &Command{key: uuid.New()}
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
			var made Changed
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
func (l *Load) until(ctx context.Context, p *Person, c *Command) error {
	for first := true; ; first = false {
		bases := l.Base.Load().([]string)
		here := NewSite(bases[int(l.Tries.Load())%len(bases)])
		here.Client = p.Site.Client
		now := &Person{User: p.User, Site: here, Token: p.Token, Csrf: p.Csrf}
		req, err := now.Request(c.method, c.path, c.body, Key(c.key))
		if err == nil {
			var a Answer
			l.Tries.Add(1)
			if !first {
				l.Retries.Add(1)
			}
			if a, err = here.Do(here.Client, req.WithContext(ctx)); err == nil {
				switch a.Status {
				case http.StatusOK:
					c.answers, c.position = append(c.answers, string(a.Body)), a.Position()
					l.Answered.Add(1)
					return nil
				case http.StatusServiceUnavailable, http.StatusInternalServerError: // the server is stopping
					l.refuse(a)
				default:
					return fmt.Errorf("%s %s: %d %s", c.method, c.path, a.Status, a.Body)
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

// essential returns the part of an answer that must be equal in repeated answers of the same build.
func essential(body string) string {
	var c Changed
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return body
	}
	return c.Message + " " + Decided(body)
}

// Decided returns the part of an answer that must be equal in answers of different builds. Their
// message texts may differ.
func Decided(body string) string {
	var c Changed
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return body
	}
	return fmt.Sprint(c.Data.OrderID, " ", c.Data.Version, " ", c.Data.Position, " ", c.Data.Status)
}

// Works waits until a server has lived for a time and has answered 60 commands: on a busy machine that takes longer, and
// a fault would meet nothing before.
func (l *Load) Works(t *testing.T, life time.Duration) {
	t.Helper()
	answered := l.Answered.Load()
	Wait(t, life)
	Eventually(t, "60 commands are answered", func() bool { return l.Answered.Load() >= answered+60 })
}

// First waits for the next answered command. It returns how long that took.
func (l *Load) First(t *testing.T) time.Duration {
	t.Helper()
	began, answered := time.Now(), l.Answered.Load()
	Eventually(t, "a command is answered", func() bool { return l.Answered.Load() > answered })
	return time.Since(began)
}
