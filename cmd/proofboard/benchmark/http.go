package benchmark

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/accounts"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// HTTPReport is what moving cards through HTTP cost, by the number of clients. Times are milliseconds.
type HTTPReport struct {
	Cards int                  `json:"cards"`
	Moves map[string]HTTPMoves `json:"moves"`
}

// HTTPMoves is the figures of one number of clients.
type HTTPMoves struct {
	PerSecond float64 `json:"perSecond"`
	P50       float64 `json:"p50"`
	P99       float64 `json:"p99"`
	CPU       float64 `json:"cpu"` // of server and PostgreSQL a move
}

// Print writes the report for people.
func (r HTTPReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%d cards\n%8s %10s %10s %10s %12s\n", r.Cards, "clients", "moves/s", "p50 ms", "p99 ms", "CPU ms/move")
	for _, n := range httpClients {
		m := r.Moves[strconv.Itoa(n)]
		fmt.Fprintf(w, "%8d %10.0f %10.2f %10.2f %12.2f\n", n, m.PerSecond, m.P50, m.P99, m.CPU)
	}
}

var httpClients = []int{1, 8, 32}

const (
	httpTime = 4 * time.Second
	password = "bench-password"
)

var who = accounts.User{ID: manager.ID, Email: "manager@bench.test", Firstname: "Bench", Role: domain.Manager, ClientID: accounts.ProviderClient, TimeZone: "UTC"}

// HTTP starts a server of its own with a board of cards, and moves them with 1, 8 and 32 clients.
func HTTP(ctx context.Context, cards int) (HTTPReport, error) {
	report := HTTPReport{Cards: cards, Moves: map[string]HTTPMoves{}}
	dir, err := os.MkdirTemp("", "pbb")
	if err != nil {
		return report, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // G302: the database's own user has to pass.
		return report, err
	}
	orders, err := plant(ctx, dir, cards)
	if err != nil {
		return report, fmt.Errorf("plant %d cards: %w", cards, err)
	}
	s, err := startServer(ctx, dir)
	if err != nil {
		return report, err
	}
	defer s.stop()
	if err := s.signIn(ctx); err != nil {
		return report, err
	}
	if _, err := s.round(ctx, orders, 8, time.Second); err != nil { // warm up
		return report, err
	}
	for _, n := range httpClients {
		m, err := s.round(ctx, orders, n, httpTime)
		if err != nil {
			return report, err
		}
		report.Moves[strconv.Itoa(n)] = m
	}
	return report, nil
}

func plant(ctx context.Context, dir string, cards int) ([]uuid.UUID, error) {
	no := false
	cfg := config.Config{Data: dir, Demo: &no, S3: config.S3{Bucket: "proofboard"}}
	core, err := program.OpenCore(ctx, cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer core.Close() //nolint:errcheck // a folder that goes away
	err = core.Accounts.Plant(ctx, accounts.Seed{
		Clients: []accounts.Client{
			{ID: accounts.ProviderClient, Name: "Bench Studio", Kind: "provider"}, {ID: accounts.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Customers: []accounts.Customer{{ID: customerID, ClientID: accounts.DirectClient, Name: "Bench Foods", MaxActiveOrders: -1}},
		Users:     []accounts.User{who, {ID: owner.ID, Email: "owner@bench.test", Firstname: "Owner", Role: domain.Owner, ClientID: accounts.DirectClient, CustomerID: customerID, TimeZone: "UTC"}},
		Password:  password,
	})
	if err != nil {
		return nil, err
	}
	orders := make([]uuid.UUID, cards)
	return orders, each(32, cards, func(i int) error {
		orders[i] = uuid.New()
		steps := []struct {
			cmd commands.Command
			by  domain.Actor
		}{
			{commands.NewDraftOrder(orders[i], uuid.Nil, order.Details{Name: fmt.Sprintf("Label number %d", i)}), owner},
			{commands.NewActOnOrder(orders[i], order.Publish, ""), owner},
			{move(orders[i], order.InProgress), manager},
		}
		for _, step := range steps {
			if _, err := core.Bus.Do(ctx, step.cmd, commands.Request{Actor: step.by}); err != nil {
				return err
			}
		}
		return nil
	})
}

// server is a server under measurement.
type server struct {
	base  string
	cmd   *exec.Cmd
	http  *http.Client
	token string
	csrf  string
	dir   string
}

func startServer(ctx context.Context, dir string) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed at once: only its port is wanted.
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	_ = l.Close()
	logs, err := os.Create(filepath.Join(dir, "server.log")) //nolint:gosec // G304: in a folder of our own.
	if err != nil {
		return nil, err
	}
	defer func() { _ = logs.Close() }()
	s := &server{base: "http://" + addr, dir: dir, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: 30 * time.Second}}
	s.cmd = exec.CommandContext(ctx, self, "serve", "--listen", addr, "--data", dir, "--no-demo", "--log-level", "warn") //nolint:gosec // G204: this very program.
	s.cmd.Stdout, s.cmd.Stderr = logs, logs
	s.cmd.Env = clean(os.Environ())
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for began := time.Now(); time.Since(began) < time.Minute; <-time.After(50 * time.Millisecond) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/readyz", nil)
		if err != nil {
			return nil, err
		}
		var ready struct{}
		if err := s.do(req, &ready); err == nil {
			return s, nil
		}
	}
	s.stop()
	text, _ := os.ReadFile(logs.Name())
	return nil, fmt.Errorf("the server did not get ready:\n%s", text)
}

// clean leaves the server to its embedded services.
func clean(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool {
		return strings.HasPrefix(v, "DATABASE_URL=") || strings.HasPrefix(v, "NATS_URL=") || strings.HasPrefix(v, "S3_") || strings.HasPrefix(v, "PROOFBOARD_")
	})
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait() // it ends by our signal
}

func (s *server) signIn(ctx context.Context) error {
	form := url.Values{"grant_type": {"password"}, "username": {who.Email}, "password": {password}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/api/d/token", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth("web-desk", "")
	var token struct {
		AccessToken string `json:"accessToken"`
	}
	if err := s.do(req, &token); err != nil {
		return err
	}
	s.token = token.AccessToken
	if req, err = http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/api/g/csrf/card", nil); err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	var csrf struct {
		Data struct {
			Token string `json:"token"`
		} `json:"data"`
	}
	if err := s.do(req, &csrf); err != nil {
		return err
	}
	s.csrf = csrf.Data.Token
	return nil
}

func (s *server) do(req *http.Request, into any) error {
	res, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %s", req.Method, req.URL.Path, res.Status, body)
	}
	return json.Unmarshal(body, into)
}

func (s *server) move(ctx context.Context, id uuid.UUID, to string) error {
	body := fmt.Sprintf(`{"moveto":%q,"via":"board"}`, to)
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/api/order/"+id.String()+"/move-progress", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("X-CSRF-Token", s.csrf)
	req.Header.Set("Idempotency-Key", uuid.NewString())
	req.Header.Set("Content-Type", "application/json")
	var answer struct {
		Success bool `json:"success"`
	}
	return s.do(req, &answer)
}

// round moves cards to and fro for a while.
func (s *server) round(ctx context.Context, orders []uuid.UUID, clients int, lasts time.Duration) (HTTPMoves, error) {
	var mu sync.Mutex
	var took []time.Duration
	cpu, err := s.cpu()
	if err != nil {
		return HTTPMoves{}, err
	}
	began := time.Now()
	err = each(clients, clients, func(client int) error {
		mine := orders[client*len(orders)/clients : (client+1)*len(orders)/clients]
		var own []time.Duration
		for i := 0; time.Since(began) < lasts; i++ {
			for _, to := range []string{"in-review", "in-progress"} {
				at := time.Now()
				if err := s.move(ctx, mine[i%len(mine)], to); err != nil {
					return err
				}
				own = append(own, time.Since(at))
			}
		}
		mu.Lock()
		defer mu.Unlock()
		took = append(took, own...)
		return nil
	})
	if err != nil {
		return HTTPMoves{}, err
	}
	wall := time.Since(began)
	after, err := s.cpu()
	if err != nil {
		return HTTPMoves{}, err
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return HTTPMoves{
		PerSecond: float64(len(took)) / wall.Seconds(), P50: ms(took[len(took)/2]), P99: ms(took[len(took)*99/100]), CPU: ms(after-cpu) / float64(len(took)),
	}, nil
}

// cpu is the CPU time that the server and its children have used, PostgreSQL's backends among them (Linux).
func (s *server) cpu() (time.Duration, error) {
	parents, ticks := map[int]int{}, map[int]int64{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		return 0, errors.New("CPU time is read from /proc, which is not here")
	}
	for _, path := range stats {
		b, err := os.ReadFile(path) //nolint:gosec // G304: one of /proc's.
		if err != nil {
			continue // it has ended
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
		// After the name: state, parent, ...; user and system time are 12th and 13th, those of ended children follow.
		if len(fields) < 15 {
			continue
		}
		parents[pid], _ = strconv.Atoi(fields[1])
		for _, f := range fields[11:15] {
			n, _ := strconv.ParseInt(f, 10, 64)
			ticks[pid] += n
		}
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
