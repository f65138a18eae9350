package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
)

// snapshots returns the snapshots of the log once there are n.
func snapshots(t *testing.T, core *core.Core, n int) (all []eventlog.Snapshot) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); len(all) < n && time.Now().Before(deadline); {
		all = nil
		if err := core.Store.EachSnapshot(t.Context(), func(n eventlog.Snapshot, _ keyring.Authenticity) error {
			all = append(all, n)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if len(all) != n {
		t.Fatalf("%d snapshots, want %d", len(all), n)
	}
	return all
}

func TestTheAuditKnowsTheSnapshotsOfEveryKindOfStreamAndOfEarlierBuilds(t *testing.T) { // BY-046
	dir, _ := logged(t)
	core, err := core.Open(
		t.Context(), config.Config{Data: dir, S3: config.S3{Bucket: "proofboard"}}, slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close() //nolint:errcheck // the test is over
	log, err := core.Store.Read(t.Context(), 0, accountEvents)
	if err != nil {
		t.Fatal(err)
	}
	account := uuid.Nil
	for _, e := range log {
		if e.StreamType == customer.AggregateType {
			account = e.Stream
		}
	}
	owner := domain.Actor{ID: uuid.New(), Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: account}
	of := uuid.New()
	for i := range 56 {
		save := &commands.SaveWorkflow{
			Customer: account,
			Workflow: of,
			Draft:    workflow.Draft{Name: fmt.Sprintf("Draft %d", i)},
		}
		if _, err := core.Bus.Do(t.Context(), save, commands.Request{Actor: owner, Via: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	n := snapshots(t, core, 1)[0]
	if n.StreamType != workflow.AggregateType {
		t.Fatalf("a snapshot of %s", n.StreamType)
	}
	verify := func() (string, error) {
		return proofboard(t, "audit", "verify", "--snapshots", "--data", dir)
	}
	if out, err := verify(); err != nil || !strings.Contains(out, "1 snapshots\nThe log is as it was signed.") {
		t.Fatalf("after 56 drafts: %v, %s", err, out)
	}

	conn, err := pgx.Connect(t.Context(), core.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // the test is over
	exec := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	// A build from before authenticators stored it, and no boundary says that it cannot be.
	exec("update snapshots set auth = null")
	key := filepath.Join(dir, "keys", "events.key")
	settled, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(settled), "\n")
	if err := os.WriteFile(key, []byte(first+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := verify()
	if err != nil || !strings.Contains(out, "1 of them are not authenticated, from before") {
		t.Errorf("of an earlier build: %v, %s", err, out)
	}
	// A state that the events do not give is a fault, with or without an authenticator.
	exec(`update snapshots set state = '{"Name":"Mine"}'`)
	if out, err := verify(); !errors.Is(err, errTampered) || !strings.Contains(out, "not what the events") {
		t.Errorf("with another state: %v, %s", err, out)
	}
	// After the boundary every build stores authenticators.
	if err := os.WriteFile(key, settled, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := verify(); !errors.Is(err, errTampered) || !strings.Contains(out, "authenticator is missing") {
		t.Errorf("after the boundary: %v, %s", err, out)
	}
}
