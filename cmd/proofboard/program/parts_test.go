package program

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

// broker starts a NATS server that processes reach by its address.
func broker(t *testing.T) (url string) {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host:      "127.0.0.1",
		Port:      server.RANDOM_PORT,
		NoSigs:    true,
		JetStream: true,
		StoreDir:  t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("NATS does not start")
	}
	return s.ClientURL()
}

// spans receives traces and stores the raw requests. The names of spans are plain text in them.
type spans struct {
	*httptest.Server
	mu  sync.Mutex
	all string
}

func newSpans(t *testing.T) *spans {
	s := &spans{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all += string(raw)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *spans) have(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.all, name)
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); <-time.After(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within 30 s: %s", what)
		}
	}
}

func TestAPIAndWorkerProcessesAreBothMeasuredAndTraced(t *testing.T) { // BY-016
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
	bucket, no, keys := embeddedtest.S3(t), false, t.TempDir()
	cfg := config.Config{
		Listen:      "127.0.0.1:0",
		Demo:        &no,
		MailFrom:    "proofboard@localhost",
		DatabaseURL: embeddedtest.Database(t),
		NATSURL:     broker(t),
		Build:       "parts",
		S3: config.S3{
			Endpoint:  "http://" + bucket.Endpoint,
			AccessKey: bucket.AccessKey,
			SecretKey: bucket.SecretKey,
			Region:    bucket.Region,
			Bucket:    bucket.Name,
		},
		AuditKey:  filepath.Join(keys, "log.key"),
		MasterKey: filepath.Join(keys, "master.key"),
	}
	cfg.Traces.Ratio = 1
	parts, traces := map[core.Part]*Program{}, map[core.Part]*spans{}
	for _, part := range []core.Part{core.Worker, core.API} {
		traces[part] = newSpans(t)
		cfg.Data, cfg.Traces.Endpoint = t.TempDir(), traces[part].URL
		p, err := OpenPart(t.Context(), part, cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		run(t, p)
		parts[part] = p
	}
	ctx, span := parts[core.API].Tracer.Root(t.Context(), "somebody's request", "")
	customer := accounts.Customer{ID: uuid.New(), ClientID: domain.DirectClient, Name: "Acme", MaxActiveOrders: -1}
	err := parts[core.API].Plant(t.Context(), accounts.Seed{
		Clients:   []accounts.Client{{ID: domain.DirectClient, Name: "Direct", Kind: "direct"}},
		Customers: []accounts.Customer{customer},
		Password:  "secret-enough",
	})
	if err != nil {
		t.Fatal(err)
	}
	by := domain.Actor{ID: uuid.New(), Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: customer.ID}
	_, err = parts[core.API].Bus.Do(
		ctx,
		&commands.DraftOrder{
			Order:    uuid.New(),
			Customer: customer.ID,
			Details:  order.Details{Headline: order.Headline{Name: "Label"}},
		},
		commands.Request{Actor: by},
	)
	span.End()
	if err != nil {
		t.Fatal(err)
	}
	for part, names := range map[core.Part][]string{core.API: {"somebody's request", "command DraftOrder", "append"}, core.Worker: {"projection board", "relay publish"}} {
		for _, name := range names {
			eventually(t, string(part)+" sends the span "+name, func() bool { return traces[part].have(name) })
		}
	}
	for part, wants := range map[core.Part][]string{
		core.API:    {`proofboard_commands_total{command="DraftOrder",outcome="accepted",reason=""} 1`, "proofboard_sockets_open 0"},
		core.Worker: {`proofboard_leases{lease="projection board",state="held"} 1`, `proofboard_leases{lease="scheduler",state="held"} 1`, `proofboard_projection_events_total{projection="board"} 4`},
	} {
		for _, want := range append(wants, `proofboard_lease_held{lease="scheduler"} 1`, "proofboard_build_info{", `proofboard_rebuild_state{projection="board",state="failed"} 0`, "proofboard_board_snapshots 0") {
			eventually(
				t, string(part)+" serves the metric "+want,
				func() bool { return strings.Contains(scraped(t, parts[part]), want) },
			)
		}
	}
	if strings.Contains(scraped(t, parts[core.API]), `state="held"} 1`) {
		t.Error("an api process leads something")
	}
}

func scraped(t *testing.T, p *Program) string {
	t.Helper()
	res, err := http.Get("http://" + p.Addr() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", res.StatusCode, err)
	}
	return string(raw)
}
