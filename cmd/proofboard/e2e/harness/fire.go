package harness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/workers/relay"
)

// LoadedCluster is a cluster under load.
type LoadedCluster struct {
	*Cluster
	Load   *Load
	Core   *core.Core
	cancel context.CancelFunc
	group  sync.WaitGroup
	Sent   [][]*Command
	failed []error
}

// UnderLoad starts a cluster and clients that together send 200 commands per second.
func UnderLoad(t *testing.T, prepare ...func(*Cluster)) *LoadedCluster {
	t.Helper()
	f := &LoadedCluster{Cluster: StartCluster(t, prepare...)}
	f.Core = f.Cluster.Core()
	t.Cleanup(func() { _ = f.Core.Close() })
	f.Begin(t)
	return f
}

// Begin starts the clients.
func (f *LoadedCluster) Begin(t *testing.T) {
	t.Helper()
	f.Load, f.Sent, f.failed = &Load{}, make([][]*Command, Clients), make([]error, Clients)
	f.Load.Base.Store(f.Bases())
	w := NewSite(f.Bases()[0])
	t.Cleanup(w.Client.CloseIdleConnections)
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.CSRFToken("card"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	f.cancel = cancel
	t.Cleanup(cancel)
	for i := range Clients {
		f.group.Go(func() { f.Sent[i], f.failed[i] = f.Load.Client(ctx, owner, Clients*time.Second/200) })
	}
}

// Finish stops the load.
func (f *LoadedCluster) Finish(t *testing.T) {
	t.Helper()
	f.Load.Ended.Store(true)
	f.group.Wait()
	if err := errors.Join(f.failed...); err != nil {
		t.Fatal(err)
	}
}

// End stops the load and checks the log against the answers that the clients received.
func (f *LoadedCluster) End(t *testing.T) (commands int) {
	t.Helper()
	f.Finish(t)
	return CheckLog(t, f.Core, f.Sent, essential)
}

// Holder returns the process that currently holds a lease, or "" if there is none.
func (f *LoadedCluster) Holder(t *testing.T, name string) string {
	t.Helper()
	all, err := f.Core.Leases.List(t.Context())
	if err != nil {
		return ""
	}
	if i := slices.IndexFunc(all, func(l lease.Info) bool { return l.Name == name && l.Held }); i >= 0 {
		return all[i].Holder
	}
	return ""
}

// Worker returns the worker process that holds a lease.
func (f *LoadedCluster) Worker(t *testing.T, lease string) *Running {
	t.Helper()
	var found *Running
	Eventually(t, "somebody holds "+lease, func() bool {
		h := f.Holder(t, lease)
		for _, r := range f.Workers {
			if r.Cmd.ProcessState == nil && strings.HasSuffix(h, fmt.Sprintf("/%d", r.Cmd.Process.Pid)) {
				found = r
				return true
			}
		}
		return false
	})
	return found
}

// Stream returns the state of the event stream in NATS.
func (f *LoadedCluster) Stream(t *testing.T) (state jetstream.StreamState, err error) {
	t.Helper()
	nc, err := nats.Connect(f.cfg.NATSURL, nats.Timeout(time.Second))
	if err != nil {
		return state, err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return state, err
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	s, err := js.Stream(ctx, relay.Stream)
	if err != nil {
		return state, err
	}
	return s.CachedInfo().State, nil
}

// Relayed waits until NATS has every event of the log. It returns how long that took.
func (f *LoadedCluster) Relayed(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	head, err := f.Core.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	Eventually(t, "NATS has every event", func() bool {
		s, err := f.Stream(t)
		return err == nil && int64(s.Msgs) >= head
	})
	return time.Since(began)
}

// CallParallel sends requests of a person with the given parallelism and returns the answers.
func CallParallel(t *testing.T, p *Person, width, n int, build func(i int) (method, path string, body any)) []Answer {
	t.Helper()
	answers := make([]Answer, n)
	next := make(chan int)
	var group sync.WaitGroup
	for range width {
		group.Go(func() {
			for i := range next {
				method, path, body := build(i)
				req, err := p.Request(method, path, body)
				if err == nil {
					answers[i], err = p.Site.Do(p.Site.Client, req)
				}
				if err != nil {
					answers[i] = Answer{Status: -1, Body: []byte(err.Error())}
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
	return answers
}

// References checks that the file store contains every file of every version with the correct
// content.
func (f *LoadedCluster) References(t *testing.T) (versions, orphaned int) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), f.Db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	s := f.cfg.S3
	store, err := files.Open(t.Context(), files.Config{
		Endpoint:  f.Files.server,
		AccessKey: s.AccessKey,
		SecretKey: s.SecretKey,
		Bucket:    s.Bucket,
		Region:    s.Region,
		Now:       time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(t.Context(), "select key, sha256 from proof_versions")
	if err != nil {
		t.Fatal(err)
	}
	type reference struct{ Key, Hash string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[reference])
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if got, err := store.SHA256(t.Context(), r.Key); err != nil || got != r.Hash {
			t.Errorf("%s is %s in the store: %v", r.Key, got, err)
			orphaned++
		}
	}
	return len(all), orphaned
}

// RebuildWhatDiffers performs the last step of an upgrade: it rebuilds the projections in which old
// processes stored rows without new data.
func (f *LoadedCluster) RebuildWhatDiffers(t *testing.T) (names string) {
	t.Helper()
	for _, name := range []string{"board", "search", "proofs", "topics", "timeline", "notifications"} {
		report, err := f.Core.Runner.Verify(t.Context(), name)
		if err == nil && !report.Same() {
			names += fmt.Sprintf("%s (%d rows) ", name, report.Tables[len(report.Tables)-1].Different)
			_, err = f.Core.Runner.Rebuild(t.Context(), name, engine.RebuildOptions{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if names == "" {
		return "nothing"
	}
	return strings.TrimSpace(names)
}
