package imports_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/imports"
	"github.com/proofboard/proofboard/internal/imports/requests"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/onboarding"
	worker "github.com/proofboard/proofboard/workers/imports"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

var (
	customer = uuid.New()
	owner    = accounts.User{
		ID: uuid.New(), Email: "owner@a.test", Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: customer,
		TimeZone: "UTC",
	}
)

// office is a running core of the program, with the imports of its database.
type office struct {
	*core.Core
	t       *testing.T
	imports *requests.Store
	pool    *pgxpool.Pool
}

func start(t *testing.T) office {
	t.Helper()
	dsn := embeddedtest.Database(t)
	core, err := core.Open(
		t.Context(), config.Config{Data: t.TempDir(), DatabaseURL: dsn}, slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	err = core.Plant(t.Context(), accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Customers: []accounts.Customer{{ID: customer, ClientID: domain.DirectClient, Name: "A", MaxActiveOrders: 2}},
		Users:     []accounts.User{owner},
		Password:  "does-not-matter",
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = core.Runner.Run(ctx)
	}()
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		pool.Close()
		cancel()
		<-ended
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	return office{core, t, requests.NewStore(pool), pool}
}

func (o office) config() worker.Config {
	return worker.Config{
		Table: o.imports, Known: o.Store.Known, Bus: o.Bus, Accounts: o.Accounts, Offers: o.Offers.Entries,
		People: onboarding.Office{Accounts: o.Accounts, Bus: o.Bus},
		Clock:  time.Now, Logger: slog.New(slog.DiscardHandler),
	}
}

// sent stores a file, and asks for its check.
func (o office) sent(k imports.Kind, content string) uuid.UUID {
	o.t.Helper()
	j := requests.Import{
		ID: uuid.New(), Client: domain.DirectClient, Customer: customer, Person: owner.ID, Kind: k, FileName: "file",
		Size: len(content), TimeZone: "UTC", CreatedAt: time.Now(), State: requests.Receiving,
	}
	err := o.imports.Begin(o.t.Context(), j)
	if err == nil {
		err = o.imports.AddPart(o.t.Context(), j, 0, []byte(content))
	}
	if err == nil {
		err = o.imports.Check(o.t.Context(), j, requests.Choices{}, time.Now())
	}
	if err != nil {
		o.t.Fatal(err)
	}
	return j.ID
}

// attempt makes one attempt at an import, and returns how far it is then, and when it goes on.
func (o office) attempt(c worker.Config, id uuid.UUID) (requests.Import, error) {
	o.t.Helper()
	err := c.Do(o.t.Context(), jobs.Job{Kind: jobs.Imports, ID: id, Attempts: 1})
	j := o.find(id)
	if later, on := errors.AsType[jobs.LaterError](err); on {
		j.ResumesAt, err = &later.At, later.Err
	}
	return j, err
}

// until does jobs as long as the time is what clock says, until an import has come so far.
func (o office) until(
	c worker.Config,
	id uuid.UUID,
	clock func() time.Time,
	so func(requests.Import) bool,
) requests.Import {
	o.t.Helper()
	ctx, stop := context.WithTimeout(o.t.Context(), time.Minute)
	var running sync.WaitGroup
	running.Go(func() { _ = jobs.New(o.pool, clock).Run(ctx, slog.New(slog.DiscardHandler), c.Worker()) })
	defer running.Wait()
	defer stop()
	for {
		if i := o.find(id); so(i) {
			return i
		}
		select {
		case <-ctx.Done():
			o.t.Fatalf("the import does not come so far: %+v", o.find(id))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// later is a clock that is fast.
func later(d time.Duration) func() time.Time { return func() time.Time { return time.Now().Add(d) } }

func ended(i requests.Import) bool { return i.State == requests.Done }

// An earlier version kept imports without jobs.
func TestImportsOfAnEarlierVersionAreAdopted(t *testing.T) { // D-304 BY-051
	o := start(t)
	c := o.config()
	left := func(sql string, id uuid.UUID) {
		t.Helper()
		_, err := o.pool.Exec(t.Context(), sql, id)
		if err == nil {
			_, err = o.pool.Exec(t.Context(), "delete from jobs")
		}
		if err == nil {
			err = o.imports.Adopt(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	id := o.sent(imports.Orders, rows(300, "draft"))
	left("update imports set attempts = 1 where id = $1", id)
	o.until(c, id, time.Now, func(i requests.Import) bool { return i.State == requests.Checked })
	if err := o.imports.Adopt(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := o.count("select count(*) from jobs"); n != 0 {
		t.Errorf("what waits for its person has %d jobs", n)
	}
	if err := o.imports.Confirm(t.Context(), o.find(id), time.Now()); err != nil {
		t.Fatal(err)
	}
	broken := &failing{Bus: o.Bus}
	broken.left.Store(200)
	interrupted := c
	interrupted.Bus = broken
	if j, err := o.attempt(interrupted, id); err == nil || j.Handled == 0 {
		t.Fatalf("the interrupted import: %v, %+v", err, j)
	}
	left("update imports set attempts = 2, resumes_at = now() + interval '15 seconds' where id = $1", id)
	if i := o.until(c, id, time.Now, ended); i.Created+i.Existing != 300 {
		t.Errorf("the import: %+v", i)
	}
}

// A check that failed may come again; one that fails each time ends with the reason.
func TestAnImportThatFailsEachTimeEnds(t *testing.T) { // BY-051
	o := start(t)
	c := o.config()
	c.Known = func(context.Context, []uuid.UUID) (map[uuid.UUID]bool, error) { return nil, errors.New("no answer") }
	id := o.sent(imports.Orders, rows(3, "draft"))
	for n := 1; n <= 5; n++ {
		err := c.Do(t.Context(), jobs.Job{Kind: jobs.Imports, ID: id, Attempts: n})
		if i := o.find(id); (err == nil) != (n == 5) || (i.State == requests.Failed) != (n == 5) {
			t.Errorf("after %d attempts: %v, %+v", n, err, i)
		}
	}
	if i := o.find(id); i.Failure != domain.ErrUnavailable.Message {
		t.Errorf("the reason is %q", i.Failure)
	}
	if n := o.count("select count(*) from import_parts"); n != 0 {
		t.Errorf("%d parts of the file are kept", n)
	}
}

func (o office) find(id uuid.UUID) requests.Import {
	o.t.Helper()
	j, err := o.imports.Find(o.t.Context(), id)
	if err != nil {
		o.t.Fatal(err)
	}
	return j
}

// confirmed checks and confirms a file.
func (o office) confirmed(c worker.Config, k imports.Kind, content string) uuid.UUID {
	o.t.Helper()
	id := o.sent(k, content)
	if j, err := o.attempt(c, id); err != nil || j.State != requests.Checked {
		o.t.Fatalf("the check: %v, %+v", err, j)
	}
	if err := o.imports.Confirm(o.t.Context(), o.find(id), time.Now()); err != nil {
		o.t.Fatal(err)
	}
	return id
}

func (o office) count(sql string, args ...any) (n int) {
	o.t.Helper()
	if err := o.pool.QueryRow(o.t.Context(), sql, args...).Scan(&n); err != nil {
		o.t.Fatal(err)
	}
	return n
}

func rows(n int, status string) string {
	var b strings.Builder
	b.WriteString("reference,name,status\n")
	for i := range n {
		fmt.Fprintf(&b, "R-%d,Order %d,%s\n", i, i, status)
	}
	return b.String()
}

// failing is a bus that stops working after some commands.
type failing struct {
	worker.Bus
	left atomic.Int64
}

func (f *failing) Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error) {
	if f.left.Add(-1) < 0 {
		return commands.Result{}, domain.ErrUnavailable
	}
	return f.Bus.Do(ctx, cmd, r)
}

func TestAnImportGoesOnWhereItWasInterrupted(t *testing.T) { // BY-051
	o := start(t)
	c := o.config()
	id := o.confirmed(c, imports.Orders, rows(300, "draft")+"R-0,The same reference,\n")
	broken := &failing{Bus: o.Bus}
	broken.left.Store(200)
	interrupted := c
	interrupted.Bus = broken
	j, err := o.attempt(interrupted, id)
	if !errors.Is(err, domain.ErrUnavailable) || j.State != requests.Importing || j.Handled == 0 || j.Handled >= 300 ||
		j.ResumesAt == nil {
		t.Fatalf("the interrupted import: %v, %+v", err, j)
	}
	if j, err = o.attempt(
		c,
		id,
	); err != nil || j.State != requests.Done || j.Handled != 300 ||
		j.Created+j.Existing != 300 {
		t.Errorf("the import: %v, %+v", err, j)
	}
	if n := o.count("select count(*) from events where type = 'order.drafted'"); n != 300 {
		t.Errorf("%d orders were drafted", n)
	}
	if j.Problems.Count != 1 || j.Problems.List[0].Reason != "import.row_twice" {
		t.Errorf("problems %+v", j.Problems)
	}
	if n := o.count("select count(*) from import_parts"); n != 0 {
		t.Errorf("%d parts of the file are kept", n)
	}
}

func TestACancelledImportStops(t *testing.T) { // BY-051
	o := start(t)
	c := o.config()
	id := o.confirmed(c, imports.Orders, rows(300, "draft"))
	cancelled := &cancelling{Bus: o.Bus, cancel: func() {
		if err := o.imports.Cancel(t.Context(), id, time.Now()); err != nil && !errors.Is(err, requests.ErrState) {
			t.Error(err)
		}
	}}
	c.Bus = cancelled
	c.Clock = func() time.Time { return time.Now().Add(time.Duration(cancelled.calls.Load()) * time.Second) }
	j, err := o.attempt(c, id)
	if err != nil || j.State != requests.Cancelled {
		t.Errorf("the import: %v, %+v", err, j)
	}
	if n := o.count("select count(*) from jobs"); n != 0 {
		t.Errorf("%d jobs are left", n)
	}
	if n := o.count("select count(*) from events where type = 'order.drafted'"); n == 0 || n == 300 {
		t.Errorf("%d orders were drafted", n)
	}
}

// cancelling cancels an import with its first order.
type cancelling struct {
	worker.Bus
	cancel func()
	calls  atomic.Int64
}

func (f *cancelling) Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error) {
	if f.calls.Add(1) == 1 {
		f.cancel()
	}
	return f.Bus.Do(ctx, cmd, r)
}

// planned is a bus whose account can place some orders only.
type planned struct {
	worker.Bus
	mu          sync.Mutex
	left, asked int64
}

func (p *planned) Places(context.Context, uuid.UUID) (int64, error) {
	if p.left == 0 {
		return 0, subscription.ErrNoOrders
	}
	return p.left, nil
}

func (p *planned) Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error) {
	if i, ok := cmd.(*commands.ImportOrder); ok && i.To != order.Draft && !p.takes() {
		return commands.Result{}, subscription.ErrNoOrders
	}
	return p.Bus.Do(ctx, cmd, r)
}

// takes reports whether there was a place.
func (p *planned) takes() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	if p.left == 0 {
		return false
	}
	p.left--
	return true
}

func TestOrdersBeyondThePlanAreRefusedInTheCheckAndInTheImport(t *testing.T) { // BY-051 D-55
	o := start(t)
	c, plan := o.config(), &planned{Bus: o.Bus, left: 2}
	c.Bus = plan
	file := rows(5, "queue") + "D-1,A draft,draft\n"
	id := o.confirmed(c, imports.Orders, file)
	j := o.find(id)
	if j.Accepted != 3 || j.Problems.Count != 3 || j.Problems.List[0].Reason != subscription.ErrNoOrders.Reason ||
		j.Problems.List[0].Line != 4 {
		t.Errorf("the check: %+v", j)
	}
	j, err := o.attempt(c, id)
	if err != nil || j.State != requests.Done || j.Created != 3 || j.Problems.Count != 3 {
		t.Errorf("the import: %v, %+v", err, j)
	}
	if plan.asked != 3 { // the refusal of one is that of all others
		t.Errorf("%d orders were tried", plan.asked)
	}
}

func TestOrdersTakeTheFreeSlotsAndThenWait(t *testing.T) { // D-06
	o := start(t) // two slots
	c := o.config()
	id := o.confirmed(c, imports.Orders, rows(4, "ready to go"))
	if j, err := o.attempt(c, id); err != nil || j.Created != 4 {
		t.Fatalf("the import: %v, %+v", err, j)
	}
	var got []order.Status
	for i := range 4 {
		at, err := o.Store.Load(
			t.Context(),
			imports.ID(domain.DirectClient, customer, imports.Orders, fmt.Sprint("R-", i)),
			0,
		)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range at {
			if e.Meta.Via != domain.ViaImport || e.Meta.Actor != owner.ID {
				t.Errorf("%s was caused by %s via %q", e.Type, e.Meta.Actor, e.Meta.Via)
			}
		}
		got = append(got, at[1].Data.(order.StatusChanger).StatusChange().To)
	}
	if !slices.Equal(got, []order.Status{order.ReadyToGo, order.ReadyToGo, order.Queue, order.Queue}) {
		t.Errorf("the orders are %v", got)
	}
}

// busy are accounts whose person has sent nearly as many invitations as they may.
type busy struct {
	worker.Accounts
	left int
}

func (b *busy) SpendInvitation(
	ctx context.Context,
	by domain.Actor,
	address string,
) (func(context.Context) error, error) {
	if b.left--; b.left < 0 {
		return nil, throttle.TooOftenError{Refusal: accounts.ErrTooManyPeople, RetryAfter: time.Minute}
	}
	return b.Accounts.SpendInvitation(ctx, by, address)
}

func TestInvitationsBeyondTheLimitWait(t *testing.T) { // BY-051
	o := start(t)
	c := o.config()
	id := o.confirmed(c, imports.People, "email,firstname,role\na@a.test,A,staff\nb@a.test,B,staff\nc@a.test,C,staff\n")
	limited := c
	limited.Accounts = &busy{Accounts: o.Accounts, left: 2}
	i := o.until(limited, id, time.Now, func(i requests.Import) bool { return i.ResumesAt != nil })
	if i.State != requests.Importing || i.Handled != 2 || i.Created != 2 || time.Until(*i.ResumesAt) > time.Minute {
		t.Fatalf("the import: %+v", i)
	}
	if n := o.count("select count(*) from jobs where attempts = 0 and problem = ''"); n != 1 {
		t.Error("waiting counts as a failure")
	}
	if _, found, err := jobs.New(o.pool, time.Now).Claim(t.Context(), jobs.Imports, time.Minute); err != nil || found {
		t.Errorf("it goes on at once: %v, %v", found, err)
	}
	if i := o.until(c, id, later(2*time.Minute), ended); i.Created != 3 || i.ResumesAt != nil {
		t.Errorf("the import: %+v", i)
	}
}

// A row whose person may not be invited says why, and the other rows come. At the bound of the account the import waits
// for the next day.
func TestARowBeyondTheBoundOfInvitationsIsRefusedAndTheRestComes(t *testing.T) { // D-83 BY-051
	o := start(t)
	c := o.config()
	for range 3 {
		if _, err := o.Accounts.SpendInvitation(t.Context(), owner.Actor(), "often@a.test"); err != nil {
			t.Fatal(err)
		}
	}
	limit := func(most int) {
		t.Helper()
		if err := o.Accounts.LimitInvitations(t.Context(), domain.DirectClient, customer, most); err != nil {
			t.Fatal(err)
		}
	}
	limit(5) // three are used
	const file = "email,firstname,role\na@a.test,A,staff\nOften@a.test,Often,staff\nb@a.test,B,staff\nc@a.test,C,staff\n"
	id := o.confirmed(c, imports.People, file)
	j, err := o.attempt(c, id)
	if err != nil || j.State != requests.Importing || j.Created != 2 || j.Handled != 3 || j.ResumesAt == nil ||
		time.Until(*j.ResumesAt) < 23*time.Hour {
		t.Fatalf("at the bound: %v, %+v", err, j)
	}
	limit(6)
	if j, err = o.attempt(c, id); err != nil || j.State != requests.Done || j.Created != 3 {
		t.Fatalf("the import: %v, %+v", err, j)
	}
	if p := j.Problems; p.Count != 1 || p.List[0] != (imports.Problem{
		Line: 3, Reason: accounts.ErrInvitedTooOften.Reason, Text: accounts.ErrInvitedTooOften.Message + " (often@a.test)",
	}) {
		t.Errorf("problems %+v", p)
	}
	limit(0)
	id = o.confirmed(c, imports.People, "email,firstname,role\nd@a.test,D,staff\na@a.test,A,staff\n")
	if j, err = o.attempt(c, id); err != nil || j.State != requests.Done || j.Created != 0 || j.Existing != 1 ||
		j.Problems.Count != 1 || j.Problems.List[0].Reason != accounts.ErrNoInvitations.Reason {
		t.Errorf("an account that may invite nobody: %v, %+v", err, j)
	}
}

// demoted are accounts in which the owner is one no more.
type demoted struct{ worker.Accounts }

func (d demoted) Actor(ctx context.Context, id uuid.UUID) (domain.Actor, error) {
	by, err := d.Accounts.Actor(ctx, id)
	by.Role = domain.Staff
	return by, err
}

func TestAnImportEndsWithTheRightsOfItsPerson(t *testing.T) { // BY-051
	o := start(t)
	c := o.config()
	id := o.confirmed(c, imports.Orders, rows(3, "draft"))
	if _, err := o.pool.Exec(t.Context(), "update imports set state = 'checked' where id = $1", id); err != nil {
		t.Fatal(err)
	}
	other := o.sent(imports.Orders, rows(3, "draft")) // takes the place of the first, which was not imported
	if _, err := o.imports.Find(t.Context(), id); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("the first file is kept: %v", err)
	}
	c.Accounts = demoted{o.Accounts}
	if j, err := o.attempt(c, other); err != nil || j.State != requests.Failed || j.EndedAt == nil ||
		j.Failure != domain.ErrForbidden.Message {
		t.Errorf("the import: %v, %+v", err, j)
	}
	if n := o.count("select count(*) from events where type = 'order.drafted'"); n != 0 {
		t.Errorf("%d orders were drafted", n)
	}
}

func TestAnAccountHasOneRunningImportAndOldOnesGo(t *testing.T) { // BY-051
	o := start(t)
	first := o.sent(imports.Orders, rows(3, "draft"))
	j := requests.Import{
		ID: uuid.New(), Client: domain.DirectClient, Customer: customer, Person: uuid.New(), Kind: imports.People,
		FileName: "file", Size: 1, TimeZone: "UTC", CreatedAt: time.Now(), State: requests.Receiving,
	}
	err := o.imports.Begin(t.Context(), j)
	if err == nil {
		err = o.imports.AddPart(t.Context(), j, 0, []byte("x"))
	}
	if err == nil {
		err = o.imports.Check(t.Context(), j, requests.Choices{}, time.Now())
	}
	if !errors.Is(err, requests.ErrRunning) {
		t.Errorf("a second import is checked: %v", err)
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{time.Hour, 2}, {25 * time.Hour, 1}, {31 * 24 * time.Hour, 0}} {
		if err := o.imports.Sweep(t.Context(), time.Now().Add(c.after)); err != nil {
			t.Fatal(err)
		}
		if n := o.count("select count(*) from imports"); n != c.want {
			t.Errorf("after %v there are %d imports, want %d", c.after, n, c.want)
		}
	}
	if _, err := o.imports.Find(t.Context(), first); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("the first import: %v", err)
	}
}
