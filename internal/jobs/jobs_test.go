package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/jobs"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

const kind = jobs.Trials

var start = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)

// standing returns how the jobs of the tests fare.
func standing(t *testing.T, pool *pgxpool.Pool) jobs.Standing {
	t.Helper()
	all, err := jobs.Standings(t.Context(), pool)
	if err != nil || len(all) != len(jobs.Kinds) {
		t.Fatalf("%v, %v", all, err)
	}
	return all[slices.IndexFunc(all, func(s jobs.Standing) bool { return s.Kind == kind })]
}

// A customer that asks for much does not keep another waiting that asks for one thing later.
func TestJobsOfAccountsTakeTurns(t *testing.T) { // D-303
	pool, now := accountstest.Database(t), start
	store := jobs.New(pool, func() time.Time { return now })
	of := map[uuid.UUID]string{}
	ask := func(account string) {
		j := jobs.Job{Kind: kind, ID: uuid.New(), Account: account, AskedAt: now}
		of[j.ID] = account
		if err := jobs.Add(t.Context(), pool, j); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		ask("much")
	}
	now = now.Add(10 * time.Second)
	ask("one")
	ask("two")
	now = now.Add(time.Second)
	var served []string
	for {
		j, found, err := store.Claim(t.Context(), kind, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if !found {
			break
		}
		served = append(served, of[j.ID])
		if err := jobs.Finish(t.Context(), pool, j); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(served[1:3])
	if want := []string{"much", "one", "two", "much", "much", "much"}; !slices.Equal(served, want) {
		t.Errorf("served %v, want %v", served, want)
	}
}

// Eight processes claim at once: each job is handed out once, and those of a dead process once more.
func TestAJobIsDoneByOneProcessAtATime(t *testing.T) { // D-303
	pool, now := accountstest.Database(t), start
	store := jobs.New(pool, func() time.Time { return now })
	const many = 40
	for range many {
		j := jobs.Job{Kind: kind, ID: uuid.New(), Account: "a", AskedAt: now}
		for range 2 { // repeating it has no effect
			if err := jobs.Add(t.Context(), pool, j); err != nil {
				t.Fatal(err)
			}
		}
	}
	claimAll := func() map[uuid.UUID]jobs.Job {
		var mu sync.Mutex
		var all sync.WaitGroup
		claimed := map[uuid.UUID]jobs.Job{}
		for range 8 {
			all.Go(func() {
				for {
					j, found, err := store.Claim(t.Context(), kind, time.Minute)
					if err != nil {
						t.Error(err)
					}
					if err != nil || !found {
						return
					}
					mu.Lock()
					if _, twice := claimed[j.ID]; twice {
						t.Error("a job was handed out twice")
					}
					claimed[j.ID] = j
					mu.Unlock()
				}
			})
		}
		all.Wait()
		return claimed
	}
	// A process whose look meets only jobs that others are about to claim may find none, so that the others do them.
	before := claimAll()
	if len(before) != many {
		t.Fatalf("%d of %d jobs were handed out", len(before), many)
	}
	now = now.Add(time.Minute)
	after := claimAll()
	if len(after) != many {
		t.Fatalf("%d of %d jobs of dead processes were handed out again", len(after), many)
	}
	for id, j := range before {
		if err := jobs.Finish(t.Context(), pool, j); !errors.Is(err, jobs.ErrLost) {
			t.Errorf("the dead process ended its job: %v", err)
		}
		if a := after[id]; a.Attempts != 2 {
			t.Errorf("it is attempt %d", a.Attempts)
		}
	}
}

// A job whose transaction is rolled back is not there, and its end goes with its result.
func TestAJobLivesAndEndsInATransaction(t *testing.T) { // D-303
	pool, now := accountstest.Database(t), start
	store := jobs.New(pool, func() time.Time { return now })
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	j := jobs.Job{Kind: kind, ID: uuid.New(), Account: "a", AskedAt: now}
	if err := jobs.Add(t.Context(), tx, j); err != nil {
		t.Fatal(err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, found, err := store.Claim(t.Context(), kind, time.Minute); err != nil || found {
		t.Fatalf("found %v: %v", found, err)
	}
	if err := jobs.Add(t.Context(), pool, j); err != nil {
		t.Fatal(err)
	}
	held, _, err := store.Claim(t.Context(), kind, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if tx, err = pool.Begin(t.Context()); err == nil {
		err = errors.Join(jobs.Finish(t.Context(), tx, held), tx.Rollback(t.Context()))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Hold(t.Context(), held, time.Minute); err != nil {
		t.Errorf("the job ended with a transaction that did not: %v", err)
	}
	if err := jobs.Again(t.Context(), pool, j); err != nil {
		t.Fatal(err)
	}
	if err := jobs.Finish(t.Context(), pool, held); !errors.Is(err, jobs.ErrLost) {
		t.Errorf("the try ended a job that was asked for again: %v", err)
	}
	if held, _, err = store.Claim(t.Context(), kind, time.Minute); err == nil {
		err = jobs.Finish(t.Context(), pool, held)
	}
	if err != nil {
		t.Fatal(err)
	}
	if left := standing(t, pool); left != (jobs.Standing{Kind: kind}) {
		t.Errorf("left: %+v", left)
	}
}

// A job that fails waits, others go on meanwhile, and it is done again until it succeeds.
func TestAJobThatFailsIsDoneAgain(t *testing.T) { // D-303
	pool := accountstest.Database(t)
	store := jobs.New(pool, time.Now)
	good, bad, last := uuid.New(), uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{bad, good, last} {
		if err := jobs.Add(
			t.Context(),
			pool,
			jobs.Job{Kind: kind, ID: id, Account: "a", AskedAt: time.Now()},
		); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var tried []uuid.UUID
	worker := jobs.Worker{Kind: kind, Do: func(_ context.Context, j jobs.Job) error {
		tried = append(tried, j.ID)
		switch {
		case j.ID == bad && j.Attempts == 1:
			return errors.New("the file store does not answer")
		case j.ID == good:
			if s := standing(t, pool); s.Failing != 1 || s.Running != 1 || s.Waiting != 2 || s.Oldest <= 0 {
				t.Errorf("standing %+v", s)
			}
		case j.Attempts == 2:
			if j.Problem != "the file store does not answer" {
				t.Errorf("the problem is %q", j.Problem)
			}
			stop()
		}
		return nil
	}}
	if err := store.Run(ctx, slog.New(slog.DiscardHandler), worker); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if want := []uuid.UUID{bad, good, last, bad}; !slices.Equal(tried, want) {
		t.Errorf("tried %v, want %v", tried, want)
	}
	if left := standing(t, pool); left != (jobs.Standing{Kind: kind}) {
		t.Errorf("left: %+v", left)
	}
}

// A fault of the program in one job must not end the process, and that of the next one that takes the job over.
func TestAJobThatPanicsIsAFailure(t *testing.T) { // D-303
	pool := accountstest.Database(t)
	store := jobs.New(pool, time.Now)
	j := jobs.Job{Kind: kind, ID: uuid.New(), Account: "a", AskedAt: time.Now()}
	if err := jobs.Add(t.Context(), pool, j); err != nil {
		t.Fatal(err)
	}
	store.DoDue(t.Context(), jobs.Worker{Kind: kind, Do: func(context.Context, jobs.Job) error {
		panic("a file of a kind that nobody expected")
	}}, slog.New(slog.DiscardHandler))
	if s := standing(t, pool); s.Failing != 1 || s.Waiting != 1 || s.Running != 0 {
		t.Errorf("standing %+v", s)
	}
}

// clock is a clock that a test sets while jobs are done.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// one does one job, which is held for a time, and returns once its try has ended.
func one(
	t *testing.T, hold time.Duration,
	do func(ctx context.Context, c *clock, other *jobs.Store, pool *pgxpool.Pool, j jobs.Job),
) {
	t.Helper()
	pool, c := accountstest.Database(t), &clock{now: start}
	other := jobs.New(pool, c.Now)
	if err := jobs.Add(
		t.Context(),
		pool,
		jobs.Job{Kind: kind, ID: uuid.New(), Account: "a", AskedAt: start},
	); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	worker := jobs.Worker{Kind: kind, Hold: hold, Do: func(ctx context.Context, j jobs.Job) error {
		defer stop()
		do(ctx, c, other, pool, j)
		return nil
	}}
	if err := jobs.New(pool, c.Now).Run(ctx, slog.New(slog.DiscardHandler), worker); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

const moment = 90 * time.Millisecond

// lost waits until the try knows that its job is another's.
func lost(ctx context.Context, t *testing.T) {
	t.Helper()
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Second):
	}
	if err := context.Cause(ctx); !errors.Is(err, jobs.ErrLost) {
		t.Errorf("the try of a lost job ended with %v", err)
	}
}

func TestALongJobIsKeptFromOthers(t *testing.T) { // D-303
	const hold = 6 * time.Second // a third of it is enough for a busy database to answer
	one(t, hold, func(ctx context.Context, c *clock, other *jobs.Store, pool *pgxpool.Pool, j jobs.Job) {
		for range 2 {
			c.add(hold * 9 / 10)
			until, now := time.Time{}, c.Now()
			for !until.Equal(now.Add(hold)) {
				<-time.After(20 * time.Millisecond)
				if err := pool.QueryRow(ctx, "select held_until from jobs where id = $1", j.ID).
					Scan(&until); err != nil {
					t.Errorf("the job was not kept: %v, %v", err, context.Cause(ctx))
					return
				}
			}
			if _, found, err := other.Claim(t.Context(), kind, time.Minute); err != nil || found {
				t.Fatalf("another process got it: %v, %v", found, err)
			}
		}
	})
}

func TestALostJobEndsItsTry(t *testing.T) { // D-303
	one(t, moment, func(ctx context.Context, c *clock, other *jobs.Store, pool *pgxpool.Pool, j jobs.Job) {
		var taken jobs.Job
		for found := false; !found; { // the try may have kept it meanwhile
			c.add(2 * moment)
			var err error
			if taken, found, err = other.Claim(t.Context(), kind, time.Minute); err != nil {
				t.Fatal(err)
			}
		}
		lost(ctx, t)
		if err := jobs.Finish(t.Context(), pool, j); !errors.Is(err, jobs.ErrLost) {
			t.Errorf("the try ended a job that is another's: %v", err)
		}
		if err := other.Hold(t.Context(), taken, time.Hour); err != nil {
			t.Errorf("the other try lost it: %v", err)
		}
	})
}

// While the database does not answer, another process may take the job over, so the try ends with its time.
func TestAJobThatCannotBeHeldEndsItsTry(t *testing.T) { // D-303
	one(t, moment, func(ctx context.Context, c *clock, _ *jobs.Store, pool *pgxpool.Pool, j jobs.Job) {
		tx, err := pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // the transaction only keeps others waiting
		if _, err := tx.Exec(t.Context(), "select from jobs where id = $1 for update", j.ID); err != nil {
			t.Fatal(err)
		}
		c.add(2 * moment)
		lost(ctx, t)
	})
}

// A try may do a part of its job and name a time for the rest. The job waits until then, and has no tries behind it.
func TestAJobThatCameOnGoesOnLater(t *testing.T) { // D-303
	pool := accountstest.Database(t)
	store, id := jobs.New(pool, time.Now), uuid.New()
	if err := jobs.Add(
		t.Context(), pool, jobs.Job{Kind: kind, ID: id, Account: "a", AskedAt: time.Now()},
	); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var tries []int
	var problems []string
	worker := jobs.Worker{
		Kind:  kind,
		First: time.Millisecond,
		Most:  time.Millisecond,
		Do: func(_ context.Context, j jobs.Job) error {
			tries, problems = append(tries, j.Attempts), append(problems, j.Problem)
			switch len(tries) {
			case 1:
				return errors.New("no answer")
			case 2:
				return jobs.LaterError{At: time.Now(), Err: errors.New("half an answer")}
			case 3:
				return jobs.LaterError{At: time.Now().Add(100 * time.Millisecond)}
			}
			stop()
			return nil
		},
	}
	if err := store.Run(ctx, slog.New(slog.DiscardHandler), worker); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if !slices.Equal(tries, []int{1, 2, 1, 1}) ||
		!slices.Equal(problems, []string{"", "no answer", "half an answer", ""}) {
		t.Errorf("tries %v after %q", tries, problems)
	}
}

// Two jobs of a kind are done at a time, not three.
func TestAProcessDoesSoManyJobsTogether(t *testing.T) { // D-304
	pool := accountstest.Database(t)
	for range 4 {
		j := jobs.Job{Kind: kind, ID: uuid.New(), Account: "a", AskedAt: time.Now()}
		if err := jobs.Add(t.Context(), pool, j); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var mu sync.Mutex
	var running, most, done int
	both := make(chan struct{})
	worker := jobs.Worker{Kind: kind, Together: 2, Do: func(ctx context.Context, _ jobs.Job) error {
		mu.Lock()
		running++
		if most = max(most, running); running == 2 && done == 0 {
			close(both)
		}
		mu.Unlock()
		select {
		case <-both:
		case <-ctx.Done():
		}
		<-time.After(50 * time.Millisecond) // for a third one
		mu.Lock()
		defer mu.Unlock()
		running--
		if done++; done == 4 {
			stop()
		}
		return nil
	}}
	if err := jobs.New(pool, time.Now).Run(
		ctx, slog.New(slog.DiscardHandler), worker,
	); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if most != 2 || done != 4 {
		t.Errorf("%d jobs at a time, %d done", most, done)
	}
}

func TestPausesGrowUpToTheLongest(t *testing.T) { // D-91 D-305
	for n, want := range map[int]float64{0: 10, 1: 10, 2: 20, 3: 40, 9: 2560, 10: 3600, 50: 3600} {
		if got := jobs.Pause(n, 10*time.Second, time.Hour).Seconds(); got != want {
			t.Errorf("after %d failures it is %v", n, got)
		}
	}
}
