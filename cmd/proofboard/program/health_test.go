package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// link is a proxy to a server. A test can interrupt and restore it.
type link struct {
	net.Listener
	mu    sync.Mutex
	down  bool
	conns []net.Conn
}

func newLink(t *testing.T, network, address string) *link {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	k := &link{Listener: l}
	t.Cleanup(func() { _ = l.Close(); k.cut(true) })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(network, address)
			if err != nil || !k.joined(client, server) {
				_ = client.Close()
				continue
			}
			for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
				go func() {
					_, _ = io.Copy(way[0], way[1])
					_ = way[0].Close()
				}()
			}
		}
	}()
	return k
}

// joined stores a pair of connections, unless the link is interrupted.
func (k *link) joined(pair ...net.Conn) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.down {
		k.conns = append(k.conns, pair...)
	}
	return !k.down
}

// cut closes every connection and refuses new ones, or accepts connections again.
func (k *link) cut(down bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.down = down
	for _, c := range k.conns {
		_ = c.Close()
	}
	k.conns = nil
}

func (k *link) port() int { return k.Addr().(*net.TCPAddr).Port }

type readiness struct {
	Status       string
	Waiting      []string
	Dependencies []struct{ Name, Reason string }
}

func ask(t *testing.T, p *Program, path string) (r readiness, status int) {
	t.Helper()
	res, err := http.Get("http://" + p.Addr() + path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r, res.StatusCode
}

// becomes polls /readyz until the answer has the status and the word. It fails after half a minute.
func becomes(t *testing.T, p *Program, status int, word string, waiting ...string) readiness {
	t.Helper()
	var r readiness
	var got int
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); <-time.After(20 * time.Millisecond) {
		if r, got = ask(t, p, "/readyz"); got == status && r.Status == word && slices.Equal(r.Waiting, waiting) {
			return r
		}
	}
	t.Fatalf("/readyz is %d %+v, want %d %s %v", got, r, status, word, waiting)
	return r
}

// opened returns a program that is not running yet, with services that the test can disconnect.
func opened(t *testing.T) (p *Program, database, files *link) {
	t.Helper()
	pg, err := pgx.ParseConfig(embeddedtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	network, address := "tcp", fmt.Sprintf("%s:%d", pg.Host, pg.Port)
	if strings.HasPrefix(pg.Host, "/") {
		network, address = "unix", fmt.Sprintf("%s/.s.PGSQL.%d", pg.Host, pg.Port)
	}
	bucket := embeddedtest.S3(t)
	database, files = newLink(t, network, address), newLink(t, "tcp", bucket.Endpoint)
	no := false
	cfg := config.Config{
		Listen:   "127.0.0.1:0",
		Data:     t.TempDir(),
		Demo:     &no,
		MailFrom: "proofboard@localhost",
		DatabaseURL: fmt.Sprintf(
			"host=127.0.0.1 port=%d user=%s password='%s' dbname=%s sslmode=disable", database.port(), pg.User,
			pg.Password, pg.Database,
		),
		S3: config.S3{
			Endpoint:  fmt.Sprintf("http://127.0.0.1:%d", files.port()),
			AccessKey: bucket.AccessKey,
			SecretKey: bucket.SecretKey,
			Region:    bucket.Region,
			Bucket:    bucket.Name,
		},
	}
	if p, err = Open(t.Context(), cfg, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	return p, database, files
}

// run runs the program until the test ends.
func run(t *testing.T, p *Program) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, p.Close()); err != nil {
			t.Error(err)
		}
	})
}

func TestReadinessTellsWhatIsMissingAndOnlyTheDatabaseStopsService(t *testing.T) { // BY-016
	p, database, files := opened(t)
	run(t, p)
	becomes(t, p, http.StatusOK, "ready")
	files.cut(true)
	r := becomes(t, p, http.StatusOK, "degraded", "object store")
	for _, d := range r.Dependencies {
		if want := map[bool]string{true: "cannot be reached"}[d.Name == "object store"]; d.Reason != want &&
			d.Reason != "does not answer" {
			t.Errorf("%s: %q, want %q", d.Name, d.Reason, want)
		}
	}
	files.cut(false)
	becomes(t, p, http.StatusOK, "ready")

	database.cut(true)
	becomes(t, p, http.StatusServiceUnavailable, "not ready", "database")
	if _, status := ask(t, p, "/healthz"); status != http.StatusOK {
		t.Errorf("/healthz is %d: a restart would not bring the database back", status)
	}
	database.cut(false)
	becomes(t, p, http.StatusOK, "ready")

	p.NATS.Close()
	becomes(t, p, http.StatusOK, "degraded", "nats")
}

// gauge returns the value of a metric with one series.
func gauge(t *testing.T, p *Program, name, label string) float64 {
	t.Helper()
	families, err := p.Metrics().Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && (label == "" || m.GetLabel()[0].GetValue() == label) {
				return m.GetGauge().GetValue()
			}
		}
	}
	t.Fatalf("%s of %q is not served", name, label)
	return 0
}

func TestLagIsThatOfNowAndReadinessWaitsForItOnceAtTheStart(t *testing.T) { // BY-016
	p, _, _ := opened(t)
	const orders = 1100 // more events than a ready projection may have left to read
	var g errgroup.Group
	g.SetLimit(64)
	for range orders {
		g.Go(func() error {
			_, err := p.Store.Append(
				t.Context(),
				eventlog.Append{Stream: uuid.New(), StreamType: order.AggregateType, Events: []eventlog.Record{
					{
						Type:       order.DraftedType,
						Data:       &order.Drafted{Client: "customer", Customer: uuid.New()},
						OccurredAt: time.Now().Add(-time.Minute),
					},
				}},
			)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	owner, err := pgx.Connect(t.Context(), p.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // read already
	if _, err := owner.Exec(
		t.Context(),
		"insert into parked_streams (projection, stream_id, version, position, type, error) values ('board', $1, 1, 1, 'order.drafted', 'planted')",
		uuid.New(),
	); err != nil {
		t.Fatal(err)
	}
	if got := gauge(t, p, "proofboard_projection_lag_events", "board"); got != orders {
		t.Errorf("the board is %v events behind, want %d", got, orders)
	}
	if got := gauge(t, p, "proofboard_projection_lag_seconds", "board"); got < 59 || got > 300 {
		t.Errorf("the oldest event not applied is %v s old", got)
	}
	if got := gauge(t, p, "proofboard_projection_parked_streams", "board"); got != 1 {
		t.Errorf("%v streams are parked", got)
	}
	if got := gauge(t, p, "proofboard_audit_lag_events", ""); got != orders {
		t.Errorf("the transparency log is %v events behind", got)
	}
	if got := gauge(t, p, "proofboard_audit_unsigned_seconds", ""); got < 59 {
		t.Errorf("the oldest event without a signed head is %v s old", got)
	}
	for _, d := range p.server.Dependencies(t.Context()) {
		if behind := strings.HasPrefix(d.Name, "projection "); behind == d.Ready ||
			behind && (!d.Required || *d.LagEvents != orders || d.Reason != "is behind the log") {
			t.Errorf("before the start %+v", d)
		}
	}

	run(t, p)
	becomes(t, p, http.StatusOK, "ready")
	for end := time.Now().Add(30 * time.Second); ; <-time.After(50 * time.Millisecond) {
		behind, parked := gauge(t, p, "proofboard_projection_lag_events", "board"),
			gauge(t, p, "proofboard_projection_parked_streams", "board")
		if behind == 0 && parked == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the board is %v events behind, %v streams are parked", behind, parked)
		}
	}
	for _, d := range p.server.Dependencies(t.Context()) {
		if d.Required != (d.Name == "database") {
			t.Errorf("once it has served, %+v", d)
		}
	}
}
