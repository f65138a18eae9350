package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections"
	"github.com/proofboard/proofboard/projections/engine"
)

func proofboard(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, &out, io.Discard)
	return out.String(), err
}

// data returns a folder that the database's own user can access.
func data(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pbc") //nolint:usetesting // a short path: it holds a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestInvalidValuesRefuseToStart(t *testing.T) {
	for _, args := range [][]string{
		{"serve", "--listen", "here"}, {"serve", "--nats-url", "http://x"}, {"serve", "--log-level", "loud"}, {"serve", "--nonsense"}, {"nonsense"},
		{"replay", "not-an-id"},
	} {
		if _, err := proofboard(t, args...); err == nil {
			t.Errorf("%v started", args)
		}
	}
}

func TestConfigPrintsWhatIsInForce(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://app:geheim@db.test/proofboard")
	out, err := proofboard(t, "config", "--listen", "127.0.0.1:9999")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "127.0.0.1:9999") || !strings.Contains(out, "db.test") ||
		strings.Contains(out, "geheim") {
		t.Errorf("config prints\n%s", out)
	}
}

func TestTheToolsWorkOnADataFolderOfTheirOwn(t *testing.T) {
	dir := data(t)
	id := uuid.New()
	no := false
	core, err := core.Open(
		t.Context(), config.Config{Data: dir, Demo: &no, S3: config.S3{Bucket: "b"}}, slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	customer := accounts.Customer{ID: uuid.New(), ClientID: domain.DirectClient, Name: "Acme", MaxActiveOrders: -1}
	owner := accounts.User{
		ID:         uuid.New(),
		Email:      "o@acme.test",
		Firstname:  "Olivia",
		Lastname:   "Hart",
		Role:       domain.Owner,
		ClientID:   domain.DirectClient,
		CustomerID: customer.ID,
		TimeZone:   "UTC",
	}
	seed := accounts.Seed{
		Clients:   []accounts.Client{{ID: domain.DirectClient, Name: "Direct", Kind: "direct"}},
		Customers: []accounts.Customer{customer},
		Users:     []accounts.User{owner},
		Password:  "secret-enough",
	}
	if err := core.Plant(t.Context(), seed); err != nil {
		t.Fatal(err)
	}
	for _, c := range []commands.Command{&commands.DraftOrder{Order: id, Details: order.Details{Headline: order.Headline{Name: "Jam label"}}}, &commands.ActOnOrder{Order: id, Action: order.Publish}} {
		if _, err := core.Bus.Do(t.Context(), c, commands.Request{Actor: owner.Actor(), Via: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := core.Close(); err != nil {
		t.Fatal(err)
	}

	out, err := proofboard(t, "projections", "list", "--json", "--data", dir)
	if err != nil {
		t.Fatal(err)
	}
	var all listed
	err = json.Unmarshal([]byte(out), &all)
	if list := all.Projections; err != nil || len(list) != len(projections.All()) || list[0].Lag != 6 {
		t.Errorf("projections list answers %s (%v)", out, err)
	}
	// No projection but that of accounts has run yet, so the live tables lack the data of the log. verify reports this,
	// and rebuild corrects it (BY-013).
	for _, name := range []string{"board", "timeline"} {
		if _, err := proofboard(t, "projections", "verify", name, "--data", dir); err != nil &&
			!errors.Is(err, errDiffers) {
			t.Fatal(err)
		}
		if out, err := proofboard(t, "projections", "rebuild", name, "--data", dir); err != nil ||
			!strings.Contains(out, "The new tables are live.") {
			t.Fatalf("rebuild of %s: %v\n%s", name, err, out)
		}
		if _, err := proofboard(t, "projections", "verify", name, "--data", dir); err != nil {
			t.Errorf("%s differs after its rebuild: %v", name, err)
		}
	}
	if out, err := proofboard(t, "projections", "spread", "board", "--over", "3", "--data", dir); err != nil ||
		!strings.Contains(out, "3 parts") {
		t.Errorf("spread: %v\n%s", err, out)
	}
	out, err = proofboard(t, "projections", "list", "--json", "--data", dir)
	all = listed{}
	err = errors.Join(err, json.Unmarshal([]byte(out), &all))
	if list := all.Projections; err != nil || list[0].Parts != 3 || list[1].Parts != 1 {
		t.Errorf("the board is not spread: %s (%v)", out, err)
	}
	if _, err := proofboard(t, "projections", "verify", "board", "--data", dir); err != nil {
		t.Errorf("the board differs after it was spread: %v", err)
	}
	// BY-026: replay applies the events of the order one by one.
	out, err = proofboard(t, "replay", id.String(), "--data", dir)
	if err != nil || !strings.Contains(out, "Olivia Hart drafted the order 'Jam label'") ||
		!strings.Contains(out, `Status: "Draft" -> "Ready To Go"`) {
		t.Errorf("replay: %v\n%s", err, out)
	}
	if out, err = proofboard(t, "replay", id.String(), "--to", "5", "--data", dir); err != nil ||
		strings.Contains(out, "Ready To Go") {
		t.Errorf("replay to position 5 goes on: %v\n%s", err, out)
	}
	if out, err = proofboard(t, "replay", id.String(), "--to", "5", "--data", dir); err != nil ||
		!strings.Contains(out, `"Status": "draft"`) {
		t.Errorf("the state at position 5 is not told: %v\n%s", err, out)
	}
	// BY-026: a capsule results in the same state on a machine without the database.
	file := filepath.Join(t.TempDir(), "order.json")
	packed, err := proofboard(t, "replay", id.String(), "--capsule", file, "--data", dir)
	if err != nil || !strings.Contains(packed, "2 events, state ") {
		t.Fatalf("capsule: %v\n%s", err, packed)
	}
	if out, err = proofboard(t, "capsule", file); err != nil || !strings.Contains(out, strings.TrimSpace(packed)) {
		t.Errorf("the capsule does not replay: %v\n%s", err, out)
	}
	raw, err := os.ReadFile(file)
	if err != nil || bytes.Contains(raw, []byte("Jam")) || bytes.Contains(raw, []byte(id.String())) {
		t.Errorf("the capsule names the order: %v\n%s", err, raw)
	}
	if err := os.WriteFile(
		file,
		bytes.Replace(raw, []byte(`"to": "ready-to-go"`), []byte(`"to": "in-progress"`), 1),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	if out, err = proofboard(t, "capsule", file); !errors.Is(err, errOtherState) ||
		!strings.Contains(out, "differs from here on") {
		t.Errorf("a changed capsule is taken: %v\n%s", err, out)
	}
	if _, err := proofboard(t, "replay", uuid.NewString(), "--data", dir); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("replay of an unknown order: %v", err)
	}
	if _, err := proofboard(t, "projections", "rebuild", "nonsense", "--data", dir); !errors.Is(err,
		engine.ErrUnknownProjection) {
		t.Errorf("rebuild of an unknown projection: %v", err)
	}
}
