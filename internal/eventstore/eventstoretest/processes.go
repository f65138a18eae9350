package eventstoretest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

const (
	childDSN     = "PROOFBOARD_EVENTSTORETEST_DSN"
	childAppends = "PROOFBOARD_EVENTSTORETEST_APPENDS"
	childInsists = "PROOFBOARD_EVENTSTORETEST_INSISTS" // on appends that are rolled back
)

// Main is the TestMain of a package that runs Exercise. The suite starts the test binary again as
// an appender.
func Main(run func() int) int {
	if dsn := os.Getenv(childDSN); dsn != "" {
		if err := appender(dsn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	return run()
}

// shared lists the streams that all processes write.
func shared() (ids [8]uuid.UUID) {
	for i := range ids {
		ids[i] = uuid.NewSHA1(uuid.NameSpaceOID, []byte{byte(i)})
	}
	return ids
}

// appender appends with 8 writers until it has reached its count or is stopped. It prints what was
// acknowledged.
func appender(dsn string) error {
	ctx := context.Background()
	s, err := eventlog.Open(
		ctx, eventlog.Config{DSN: dsn, Registry: Registry(), Logger: slog.New(slog.DiscardHandler)},
	)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(os.Getenv(childAppends))
	if err != nil {
		return err
	}
	insists := os.Getenv(childInsists) != ""
	failed := make(chan error, 8)
	var out sync.Mutex
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			own, v := uuid.New(), 0
			for i := range count {
				a := eventlog.Append{
					Stream:     own,
					StreamType: StreamType,
					Expected:   v,
					Events:     Events("child", 1+i%3),
					CommandID:  uuid.New(),
				}
				if i%4 == 3 { // a stream with several writers; it is read again after a conflict, as the command bus does
					a.Stream, a.Events = shared()[w], a.Events[:1]
				}
				var res eventlog.Result
				var err error
				for {
					if a.Stream != own {
						events, err := s.Load(ctx, a.Stream, 1)
						if err != nil {
							failed <- err
							return
						}
						a.Expected = len(events)
					}
					res, err = s.Append(ctx, a)
					again := errors.Is(err, eventlog.ErrConflict) ||
						insists && errors.Is(err, eventlog.ErrUnavailable)
					if !again {
						break
					}
				}
				if err != nil {
					failed <- err
					return
				}
				if a.Stream == own {
					v = res.Version
				}
				out.Lock()
				fmt.Println(a.CommandID, res.Position, res.Version)
				out.Unlock()
			}
		})
	}
	wg.Wait()
	close(failed)
	return errors.Join(<-failed, s.Close())
}

// child is an appender process with its acknowledgements.
type child struct {
	cmd  *exec.Cmd
	err  strings.Builder
	done chan struct{}
	mu   sync.Mutex
	acks []ack
}

func spawn(t *testing.T, dsn string, appends int, environment ...string) *child {
	t.Helper()
	c := &child{cmd: exec.Command(os.Args[0]), done: make(chan struct{})}
	c.cmd.Env = append(os.Environ(), childDSN+"="+dsn, childAppends+"="+strconv.Itoa(appends))
	c.cmd.Env = append(c.cmd.Env, environment...)
	c.cmd.Stderr = &c.err
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.cmd.Process.Kill() })
	go func() {
		defer close(c.done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var a ack
			var id string
			if n, _ := fmt.Sscan(lines.Text(), &id, &a.Position, &a.Version); n != 3 {
				continue // an incomplete line is not an acknowledgement
			}
			if a.Command, err = uuid.Parse(id); err != nil {
				continue
			}
			c.mu.Lock()
			c.acks = append(c.acks, a)
			c.mu.Unlock()
		}
	}()
	return c
}

func (c *child) acked() []ack {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.acks
}

func processes(t *testing.T, x Target) {
	dsn := x.Database(t)
	s := Open(t, dsn)
	stop := make(chan struct{})
	seen := follow(t, s, stop)
	children := []*child{spawn(t, dsn, 60), spawn(t, dsn, 60), spawn(t, dsn, 60)}
	var acks []ack
	for _, c := range children {
		<-c.done
		if err := c.cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, c.err.String())
		}
		acks = append(acks, c.acked()...)
	}
	close(stop)
	followed := len(seen())
	log := CheckLog(t, s)
	checkAcks(t, log, acks)
	if len(acks) != 3*8*60 || followed != len(log) {
		t.Errorf("%d acknowledged, want %d; a reader saw %d of %d events", len(acks), 3*8*60, followed, len(log))
	}
}

func killAppender(t *testing.T, x Target) {
	dsn := x.Database(t)
	s := Open(t, dsn)
	var acks []ack
	for i := range 5 {
		c := spawn(t, dsn, 1<<20)
		eventually(t, "the appender appends", func() bool { return len(c.acked()) > 100+50*i })
		_ = c.cmd.Process.Kill()
		<-c.done
		_ = c.cmd.Wait()
		must(t, s, One(uuid.New(), 0)) // nothing that it left behind blocks others
		acks = append(acks, c.acked()...)
	}
	checkAcks(t, CheckLog(t, s), acks)
}

// load appends with n writers until it is stopped. Each writer repeats a command until it knows the
// outcome.
func load(t *testing.T, s *eventlog.Store, n int) (stop func() []ack) {
	var mu sync.Mutex
	var acks []ack
	quit := make(chan struct{})
	var wg sync.WaitGroup
	for w := range n {
		wg.Go(func() {
			for stream, v, i := uuid.New(), 0, 0; ; i++ {
				a := eventlog.Append{
					Stream:     stream,
					StreamType: StreamType,
					Expected:   v,
					Events:     Events("load", 1+(i+w)%4),
					CommandID:  uuid.New(),
				}
				for {
					select {
					case <-quit:
						return
					default:
					}
					res, err := s.Append(context.Background(), a)
					if err == nil {
						v = res.Version
						mu.Lock()
						acks = append(acks, ack{a.CommandID, res.Position, res.Version})
						mu.Unlock()
						break
					}
					if !errors.Is(err, domain.ErrUnavailable) || errors.Is(err, eventlog.ErrClosed) {
						t.Errorf("append: %v", err)
						return
					}
				}
			}
		})
	}
	return func() []ack {
		close(quit)
		wg.Wait()
		return acks
	}
}

func killServer(t *testing.T, x Target) {
	server := x.Server(t)
	s := Open(t, server.DSN())
	stop := load(t, s, 16)
	for range 4 {
		grows(t, s, 200)
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.Restart(); err != nil {
			t.Fatal(err)
		}
	}
	grows(t, s, 200)
	acks := stop()
	checkAcks(t, CheckLog(t, s), acks)
}

// grows waits until the log has n more events.
func grows(t *testing.T, s *eventlog.Store, n int64) {
	t.Helper()
	var from int64 = -1
	eventually(t, "events are appended", func() bool {
		head, err := s.Head(context.Background())
		if err == nil && from < 0 {
			from = head
		}
		return err == nil && head > from+n
	})
}

func away(t *testing.T, x Target) {
	server := x.Server(t)
	s := OpenWith(t, eventlog.Config{DSN: server.DSN(), Timeout: 400 * time.Millisecond, Queue: 4})
	stream := uuid.New()
	must(t, s, One(stream, 0))
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 16 { // more than the queue takes
		wg.Go(func() {
			start := time.Now()
			_, err := s.Append(context.Background(), One(uuid.New(), 0))
			if took := time.Since(start); !errors.Is(err, domain.ErrUnavailable) || took > 3*time.Second {
				t.Errorf("after %v: %v", took, err)
			}
		})
	}
	wg.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Append(ctx, One(uuid.New(), 0)); !errors.Is(err, domain.ErrUnavailable) {
		t.Errorf("with a deadline of its own: %v", err)
	}
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "an append after the restart", func() bool {
		_, err := s.Append(context.Background(), One(stream, 1))
		return err == nil
	})
	if n := len(CheckLog(t, s)); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
}

// cutConnection cuts the writer's connection right after it has sent a commit. In some cases the
// server has received it, in others not.
func cutConnection(t *testing.T, x Target) {
	dsn := x.Database(t)
	p := newProxy(t, dsn)
	s := OpenWith(t, eventlog.Config{DSN: p.dsn, Quiet: true, Timeout: 15 * time.Second})
	stop := load(t, s, 8)
	direct := Open(t, dsn)
	for i := range 30 {
		grows(t, direct, 20)
		p.cut(i%2 == 0)
	}
	grows(t, direct, 20)
	acks := stop()
	log := CheckLog(t, direct)
	checkAcks(t, log, acks)
	events := 0
	for _, e := range log {
		if e.CommandID != uuid.Nil {
			events++
		}
	}
	if events != len(acks) {
		t.Errorf("%d appends in the log, %d acknowledged: with time enough every outcome is known", events, len(acks))
	}
	if p.cuts() == 0 {
		t.Error("no connection was cut: the test tested nothing")
	}
}

// proxy forwards the connections between the store and the server.
type proxy struct {
	dsn string
	mu  sync.Mutex
	// pending decides about the next bytes of a client. 1: forward them and cut the connection
	// before the answer. 2: drop them and cut the connection.
	pending, done int
}

func newProxy(t *testing.T, dsn string) *proxy {
	t.Helper()
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	network, address := "tcp", net.JoinHostPort(cfg.Host, strconv.Itoa(int(cfg.Port)))
	if strings.HasPrefix(cfg.Host, "/") {
		network, address = "unix", fmt.Sprintf("%s/.s.PGSQL.%d", cfg.Host, cfg.Port)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := &proxy{
		dsn: fmt.Sprintf(
			"host=127.0.0.1 port=%d user=%s password='%s' dbname=%s sslmode=disable", l.Addr().(*net.TCPAddr).Port,
			cfg.User, cfg.Password, cfg.Database,
		),
	}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(network, address)
			if err != nil {
				_ = client.Close()
				continue
			}
			go func() {
				_, _ = io.Copy(client, server)
				_ = client.Close()
			}()
			go p.forward(client, server)
		}
	}()
	return p
}

// forward forwards the client's messages until the connection is to be cut at an append.
func (p *proxy) forward(client, server net.Conn) {
	defer func() {
		_ = client.Close()
		_ = server.Close()
	}()
	buf := make([]byte, 1<<20)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		p.mu.Lock()
		what := p.pending
		if what != 0 &&
			(strings.Contains(string(buf[:n]), "copy events") || strings.Contains(string(buf[:n]), "append_")) {
			p.pending = 0
			p.done++
		} else {
			what = 0
		}
		p.mu.Unlock()
		if what == 2 {
			return
		}
		if _, err := server.Write(buf[:n]); err != nil || what == 1 {
			if what == 1 {
				_ = client.Close() // the answer is lost, but the server continues
			}
			return
		}
	}
}

func (p *proxy) cut(delivered bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending = 2; delivered {
		p.pending = 1
	}
}

func (p *proxy) cuts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done
}
