package faults

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Bounds on the memory that the server may use for one answer (check 28), and by which all processes
// may grow for 16 readers at the same time.
const (
	answerBudget  = 32 << 20
	readersBudget = 256 << 20
	readers       = 16
)

// giant is an order at the maximum of every limit: it has the maximum number of attachments and
// versions. One version has the maximum number of topics, marks and messages.
type giant struct {
	order, attachment, version uuid.UUID
	versions, topics, messages int
	bytes                      int64 // size of the texts
	head                       int64
}

// buildGiant writes the order into the log. It creates the same events as commands would, but does
// not wait for each.
func buildGiant(t *testing.T, dir string) giant {
	t.Helper()
	core, err := core.Open(t.Context(), harness.Settings(dir), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := core.Plant(t.Context(), harness.Seed()); err != nil {
		t.Fatal(err)
	}
	g := giant{order: uuid.New(), attachment: uuid.New(), version: uuid.New()}
	owner, manager := harness.Cast["owner"], harness.Cast["operator2"]
	at := time.Now().Add(-24 * time.Hour).UTC().Truncate(time.Microsecond)
	var all errgroup.Group // parallel commits, which PostgreSQL writes together
	all.SetLimit(32)
	var mu sync.Mutex // protects g.head
	write := func(stream uuid.UUID, kind eh.AggregateType, by domain.Actor, events ...eventlog.Record) {
		for i := range events {
			at = at.Add(time.Millisecond)
			events[i].OccurredAt = at
		}
		all.Go(func() error {
			for version := 0; len(events) > 0; {
				n := min(len(events), 50)
				res, err := patiently(t, core.Store, eventlog.Append{
					CommandID:  uuid.New(),
					Stream:     stream,
					StreamType: kind,
					Expected:   version,
					Meta:       domain.Meta{Actor: by.ID, Role: by.Role, Via: "proof"},
					Events:     events[:n],
				})
				if err != nil {
					return err
				}
				version, events = res.Version, events[n:]
				mu.Lock()
				g.head = max(g.head, res.Position)
				mu.Unlock()
			}
			return nil
		})
	}
	event := func(of eh.EventType, data any) eventlog.Record { return eventlog.Record{Type: of, Data: data} }
	bus := func(by string, cmd commands.Command) {
		t.Helper()
		done, err := core.Bus.Do(t.Context(), cmd, commands.Request{Actor: harness.Actor(by), ID: uuid.New()})
		if err != nil {
			t.Fatalf("%s: %v", commands.TypeOf(cmd), err)
		}
		g.head = done.Position
	}
	bus(
		"owner",
		&commands.DraftOrder{Order: g.order, Details: order.Details{
			Headline: order.Headline{Name: "As large as it gets", Service: harness.Labels},
			Brief:    harness.Message(strings.Repeat("b", 60_000)),
		}},
	)
	bus("owner", &commands.ActOnOrder{Order: g.order, Action: order.Publish})
	bus("manager", &commands.MoveOrder{Order: g.order, To: order.InProgress, Via: order.StatusControl})

	name := strings.Repeat("n", 190)
	for a := range harness.Repeats(40, 200) {
		id, count := uuid.New(), 20
		kind := proof.CustomerReview
		if a == 0 {
			id, count, kind = g.attachment, 500, proof.InternalReview
		}
		events := []eventlog.Record{
			event(
				proof.AttachmentAddedType,
				&proof.AttachmentAdded{Order: g.order, Kind: kind, Name: name, StartingTab: proof.Public},
			),
		}
		for n := range count {
			v := uuid.New()
			if a == 0 && n == count-1 {
				v = g.version
			}
			f := harness.File(fmt.Sprintf("%s-%d-%d.png", name, a, n))
			f.Key = "files/" + id.String() + "/" + v.String()
			events = append(
				events, event(proof.VersionAddedType, &proof.VersionAdded{Version: v, Number: n + 1, File: f}),
			)
			if g.versions++; n%4 == 0 {
				events = append(
					events, event(proof.VersionApprovedType, &proof.VersionApproved{Version: v, SHA256: f.SHA256}),
				)
			}
		}
		if a == 0 {
			events = append(
				events,
				event(proof.VersionApprovedType, &proof.VersionApproved{
					Version: g.version,
					SHA256:  harness.File(fmt.Sprintf("%s-%d-%d.png", name, a, count-1)).SHA256,
				}),
			)
		}
		write(id, proof.AggregateType, manager.Actor(), events...)
	}
	message := func(bytes int) string {
		t.Helper()
		g.messages, g.bytes = g.messages+1, g.bytes+int64(bytes)
		sealed, err := core.Vault.Seal(t.Context(), owner.ID, harness.Message(strings.Repeat("m", bytes)))
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	large := strings.Replace(
		harness.Mark,
		`"stroke":"blue"`,
		`"stroke":"blue","points":[`+strings.Repeat("0.12345,", 32_000)+`0]`,
		1,
	)
	for n := range 2000 {
		id, opened := uuid.New(), &topic.Opened{
			Order:      g.order,
			Proof:      g.attachment,
			Version:    g.version,
			Public:     n%2 == 0,
			Annotation: harness.Mark,
			Page:       1,
		}
		if n < 60 {
			opened.Annotation = large
		}
		bytes, replies := 200, 0
		switch n {
		case 100:
			bytes, replies = 60_000, 499
		case 200, 201, 202, 203:
			bytes, replies = 60_000, 40
		}
		opened.Message = message(bytes)
		g.bytes += int64(len(opened.Annotation))
		events := []eventlog.Record{event(topic.OpenedType, opened)}
		for range replies {
			events = append(
				events, event(topic.RepliedType, &topic.Replied{Comment: uuid.New(), Message: message(bytes)}),
			)
		}
		write(id, topic.AggregateType, owner.Actor(), events...)
		g.topics++
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	return g
}

// patiently appends as clients do: when a busy disk keeps the commit beyond its time, it sends the
// same command again, which the log then recognises.
func patiently(t *testing.T, log *eventlog.Store, a eventlog.Append) (eventlog.Result, error) {
	for {
		res, err := log.Append(t.Context(), a)
		if !errors.Is(err, eventlog.ErrUnavailable) {
			return res, err
		}
	}
}

// allocated returns the bytes that a server has allocated since its start, including freed memory.
func allocated(t *testing.T, base string) int64 {
	t.Helper()
	res, err := http.Get(base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if text, found := strings.CutPrefix(lines.Text(), "go_memstats_alloc_bytes_total "); found {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			return int64(n)
		}
	}
	t.Fatal("the server does not say what it has allocated")
	return 0
}

// The test measures all memory that an answer allocates. This is an upper bound of the memory in
// use at a time, and it does not depend on the garbage collector. Exports and certificates read the
// whole order, so the bound for all readers applies to them.
func TestNoAnswerOfTheLargestOrderCostsMuchMemory(t *testing.T) { // D-71 check 28
	harness.Parallel(t)
	dir := harness.Folder(t)
	began := time.Now()
	g := buildGiant(t, dir)
	t.Logf("made in %s", time.Since(began).Round(time.Second))
	p := harness.Launch(t, dir)
	w := harness.NewSite(p.Base)
	w.Client.Timeout = 5 * time.Minute
	t.Cleanup(w.Client.CloseIdleConnections)
	manager, err := w.SignIn("manager")
	if err != nil {
		t.Fatal(err)
	}
	w.Latest.Store(g.head)
	at := "/order/" + g.order.String()
	version := at + "/attachment/" + g.attachment.String() + "/version/" + g.version.String()
	past := "asOf=" + strconv.FormatInt(g.head, 10)
	next := func(path string) string { // returns the path of the second page
		t.Helper()
		a := harness.MustCall[struct {
			Data struct {
				Next  string
				After int64
			}
		}](t, manager, http.MethodGet, path, nil)
		after := a.Data.Next
		if after == "" && a.Data.After > 0 {
			after = strconv.FormatInt(a.Data.After, 10)
		}
		if after == "" {
			t.Fatalf("%s has one page", path)
		}
		place, query, _ := strings.Cut(path, "?")
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		values.Set("after", after)
		return place + "?" + values.Encode()
	}
	paths := []string{
		at,
		next(at),
		next(next(at)),
		at + "?" + past,
		next(at + "?" + past),
		at + "/timeline?limit=100",
		at + "/history",
		next(at + "/history"),
		next(next(next(at + "/history"))),
		at + "/history?type=proof",
		at + "/attachment/" + g.attachment.String() + "/versions",
		version,
		next(version),
		next(next(version)),
		version + "?" + past,
		next(version + "?" + past),
		at + "/guest",
	}
	// These answers read all topics one after the other. They allocate more than they use at a
	// time.
	streamed := []string{version + "/certificate", version + "/certificate?format=pdf"}
	admin, err := w.SignIn("admin")
	if err != nil {
		t.Fatal(err)
	}
	var worst int64
	all := append(slices.Clone(paths), streamed...)
	// A quiet second alone says little on a machine where other work keeps the server from going on.
	rest := func() {
		t.Helper()
		harness.Settle(t, admin)
		harness.Eventually(t, "the server has caught up and rests", func() bool {
			before := allocated(t, p.Base)
			harness.Wait(t, time.Second)
			return allocated(t, p.Base)-before < answerBudget/16
		})
	}
	measure := func(by *harness.Person, path string) {
		t.Helper()
		least := int64(1 << 62)
		for range 5 { // other work of the server can only increase the figure
			before := allocated(t, p.Base)
			if a := by.Get(t, path); a.Status != http.StatusOK {
				t.Fatalf("%s: %d %.300s", path, a.Status, a.Body)
			}
			if least = min(least, allocated(t, p.Base)-before); least < answerBudget {
				break
			}
			rest()
		}
		t.Logf(
			"%5.1f MB  %s", float64(least)/(1<<20),
			strings.ReplaceAll(strings.ReplaceAll(path, g.order.String(), "…"), g.attachment.String(), "…"),
		)
		if least > answerBudget {
			t.Errorf("%s allocates %d MB", path, least>>20)
		}
		worst = max(worst, least)
	}
	rest()
	for _, path := range paths {
		measure(manager, path)
	}
	for _, path := range []string{"/audit/events?limit=200&order=" + g.order.String(), "/audit/events?limit=200", "/audit/refusals", at + "/history?deletedTexts=true"} {
		measure(admin, path)
	}

	watch := harness.WatchMemory(t, p.Cmd.Process.Pid)
	var group sync.WaitGroup
	failed := make(chan error, readers)
	for n := range readers {
		group.Go(func() {
			again := []string{all[n%len(all)], all[(n*5+3)%len(all)], all[(n*7+1)%len(all)]}
			if n < 4 {
				again = append(again, at+"/history/export?format="+[]string{"json", "csv"}[n%2])
			}
			for _, path := range again {
				if err := manager.Drain(path); err != nil {
					failed <- err
				}
			}
		})
	}
	began = time.Now()
	group.Wait()
	t.Logf("read in %s", time.Since(began).Round(time.Second))
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	used := watch.Stop()
	harness.Report(
		t,
		"28",
		worst <= answerBudget && used.Grown <= readersBudget,
		"%d versions, %d topics, %d messages, %d MB written: the most that an answer allocates is %.1f MB (bound 32 MB), all processes with %d readers grew by %d MB (bound 256 MB) to %d MB",
		g.versions,
		g.topics,
		g.messages,
		g.bytes>>20,
		float64(worst)/(1<<20),
		readers,
		used.Grown>>20,
		used.Peak>>20,
	)
}
