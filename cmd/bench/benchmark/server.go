package benchmark

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// server is the measured server: the built product, in a separate process with a separate data
// folder.
type server struct {
	dir, addr, base string
	cmd             *exec.Cmd
	ended           chan struct{} // closed when the process has ended
	http            *http.Client
}

// newServer starts a server on a data folder and waits until it is ready.
func newServer(ctx context.Context, dir string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed at once: only its port is wanted.
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	_ = l.Close()
	s := &server{
		dir:  dir,
		addr: addr,
		base: "http://" + addr,
		http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: 30 * time.Second},
	}
	return s, s.start(ctx)
}

// readyWithin only ends a start that hangs: the server may have to read much of the log first.
const readyWithin = 10 * time.Minute

// product returns the path of the program to measure: the one beside this program, or another one
// that the environment names.
func product() (string, error) {
	if named := os.Getenv("PROOFBOARD_BINARY"); named != "" {
		return named, nil
	}
	self, err := os.Executable()
	return filepath.Join(filepath.Dir(self), "proofboard"), err
}

// start runs the server at its address. A stopped server can be started again.
func (s *server) start(ctx context.Context) error {
	program, err := product()
	if err != nil {
		return err
	}
	logs, err := os.OpenFile(filepath.Join(s.dir, "server.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = logs.Close() }()
	//nolint:gosec // G204: the product.
	s.cmd = exec.CommandContext(
		ctx, program, "serve", "--listen", s.addr, "--data", s.dir, "--no-demo", "--log-level", "warn",
		"--webhook-targets", "127.0.0.1/32",
	)
	s.cmd.Stdout, s.cmd.Stderr = logs, logs
	s.cmd.Env = clean(os.Environ())
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func() {
		defer close(s.ended)
		_ = s.cmd.Wait() // an error is expected: a signal ends the process
	}()
	for began := time.Now(); time.Since(began) < readyWithin && !s.hasEnded(); <-time.After(20 * time.Millisecond) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/readyz", nil)
		if err != nil {
			return err
		}
		if err := s.do(req, &struct{}{}); err == nil {
			return nil
		}
	}
	s.stop()
	text, _ := os.ReadFile(logs.Name())
	return fmt.Errorf("the server did not get ready:\n%s", text)
}

// clean removes the settings from the environment that would replace the server's embedded
// services.
func clean(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool {
		return strings.HasPrefix(v, "DATABASE_URL=") || strings.HasPrefix(v, "NATS_URL=") ||
			strings.HasPrefix(v, "S3_") ||
			strings.HasPrefix(v, "PROOFBOARD_")
	})
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.ended
}

func (s *server) hasEnded() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

// Limits for repeating a call while the server answers that it is unavailable. That happens if the
// machine delays a commit for a long time.
const (
	maxTries = 10
	again    = time.Second
)

// do sends a request as the web app does. While the server is unavailable, it repeats the request
// with the same idempotency key.
func (s *server) do(req *http.Request, into any) error {
	for try := 1; ; try++ {
		body, status, err := s.once(req)
		switch {
		case err != nil:
			return err
		case status == http.StatusOK:
			return json.Unmarshal(body, into)
		case status != http.StatusServiceUnavailable || try == maxTries:
			return fmt.Errorf("%s %s: %d: %s", req.Method, req.URL.Path, status, body)
		}
		if req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return err
			}
		}
		select {
		case <-req.Context().Done():
			return req.Context().Err()
		case <-time.After(again):
		}
	}
}

func (s *server) once(req *http.Request) (body []byte, status int, err error) {
	res, err := s.http.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err = io.ReadAll(res.Body)
	return body, res.StatusCode, err
}

// session is a signed-in person at a server.
type session struct {
	*server
	desk        bool
	token, csrf string
}

func (s *server) signIn(ctx context.Context, u accounts.User) (*session, error) {
	as := &session{server: s, desk: u.Role.IsProvider()}
	door, client := "c", "web-customer"
	if as.desk {
		door, client = "d", "web-desk"
	}
	form := url.Values{"grant_type": {"password"}, "username": {u.Email}, "password": {password}}
	req, err := http.NewRequestWithContext(
		ctx, http.MethodPost, s.base+"/api/"+door+"/token", strings.NewReader(form.Encode()),
	)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth(client, "")
	var token struct {
		AccessToken string `json:"accessToken"`
	}
	if err := s.do(req, &token); err != nil {
		return nil, err
	}
	as.token = token.AccessToken
	var csrf struct {
		Data struct {
			Token string `json:"token"`
		} `json:"data"`
	}
	if err := as.get(ctx, "/g/csrf/card", &csrf); err != nil {
		return nil, err
	}
	as.csrf = csrf.Data.Token
	return as, nil
}

func (s *session) get(ctx context.Context, path string, into any) error {
	return s.getAt(ctx, path, 0, into)
}

// getAt reads what the read models show of at least a position of the log.
func (s *session) getAt(ctx context.Context, path string, position int64, into any) error {
	req, err := s.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	if position > 0 {
		req.Header.Set("X-Min-Position", strconv.FormatInt(position, 10))
	}
	return s.do(req, into)
}

func (s *session) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.base+"/api"+path, body)
	if err == nil {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	return req, err
}

// move moves a card and returns the log position of the move's event.
func (s *session) move(ctx context.Context, id uuid.UUID, to string) (position int64, err error) {
	return s.moveBy(ctx, id, to, order.Board)
}

// moveBy moves an order in a way, such as by its status control.
func (s *session) moveBy(ctx context.Context, id uuid.UUID, to string, via order.Via) (position int64, err error) {
	req, err := s.request(
		ctx,
		http.MethodPut,
		"/order/"+id.String()+"/move-progress",
		strings.NewReader(fmt.Sprintf(`{"moveto":%q,"via":%q}`, to, via)),
	)
	if err != nil {
		return 0, err
	}
	req.Header.Set("X-CSRF-Token", s.csrf)
	req.Header.Set("Idempotency-Key", uuid.NewString())
	req.Header.Set("Content-Type", "application/json")
	var answer struct {
		Data struct {
			Position int64 `json:"position"`
		} `json:"data"`
	}
	if err := s.do(req, &answer); err != nil {
		return 0, err
	}
	if answer.Data.Position == 0 {
		return 0, errors.New("a move was answered without its position")
	}
	return answer.Data.Position, nil
}

// board contains the measured fields of the board's answer.
type board struct {
	Data struct {
		Columns []struct {
			TypeStatus string   `json:"typeStatus"`
			TaskIDs    []string `json:"taskIds"`
			Total      int      `json:"total"`
			Cursor     string   `json:"cursor"`
		} `json:"columns"`
		Cards map[uuid.UUID]struct {
			Version int `json:"version"`
		} `json:"cards"`
	} `json:"data"`
}

// versions reads all windows of the board, with every event up to a position, and returns the version
// of each card.
func (s *session) versions(ctx context.Context, position int64) (map[uuid.UUID]int, error) {
	versions := map[uuid.UUID]int{}
	var first board
	if err := s.getAt(ctx, "/order?view=board", position, &first); err != nil {
		return nil, err
	}
	for id, card := range first.Data.Cards {
		versions[id] = card.Version
	}
	for _, column := range first.Data.Columns {
		for cursor := column.Cursor; cursor != ""; {
			var next board
			path := "/order?view=board&column=" + column.TypeStatus + "&cursor=" + cursor
			if err := s.getAt(ctx, path, position, &next); err != nil {
				return nil, err
			}
			for id, card := range next.Data.Cards {
				versions[id] = card.Version
			}
			cursor = next.Data.Columns[0].Cursor
		}
	}
	return versions, nil
}

// idle waits until the server has little to do: its workers go on for a while after many events.
func (s *server) idle() error {
	const look = 3 * time.Second
	before, err := s.cpu(true)
	for began := time.Now(); err == nil && time.Since(began) < 5*time.Minute; {
		<-time.After(look)
		var now time.Duration
		if now, err = s.cpu(true); now-before < look/20 {
			return err
		}
		before = now
	}
	return cmp.Or(err, errors.New("the server still has much to do"))
}

// cpu returns the CPU time of the server, with or without its child processes. PostgreSQL and its
// backends are child processes. It works on Linux only.
func (s *server) cpu(children bool) (time.Duration, error) {
	parents, ticks := map[int]int{}, map[int]int64{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		return 0, errors.New("CPU time is read from /proc, which is not here")
	}
	for _, path := range stats {
		b, err := os.ReadFile(path) //nolint:gosec // G304: one of /proc's.
		if err != nil {
			continue // the process has ended
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			continue
		}
		sc := bufio.NewScanner(bytes.NewReader(b[bytes.LastIndexByte(b, ')')+2:]))
		sc.Split(bufio.ScanWords)
		var fields []string
		for sc.Scan() {
			fields = append(fields, sc.Text())
		}
		// The fields after the process name start with the state and the parent. User and system
		// time are the 12th and 13th. The times of ended child processes follow.
		if len(fields) < 15 {
			continue
		}
		parents[pid], _ = strconv.Atoi(fields[1])
		last := 13
		if children {
			last = 15
		}
		for _, f := range fields[11:last] {
			n, _ := strconv.ParseInt(f, 10, 64)
			ticks[pid] += n
		}
	}
	if !children {
		return time.Duration(ticks[s.cmd.Process.Pid]) * (time.Second / 100), nil
	}
	var total int64
	for pid := range ticks {
		for p := pid; p > 1; p = parents[p] {
			if p == s.cmd.Process.Pid {
				total += ticks[pid]
				break
			}
		}
	}
	return time.Duration(total) * (time.Second / 100), nil
}

// megabytes converts bytes to megabytes (1,000,000 bytes).
func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }
