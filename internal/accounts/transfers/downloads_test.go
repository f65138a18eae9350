package transfers_test

import (
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/jobs"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func TestAPersonAsksForThreeZipsAtATimeAndTwentyADay(t *testing.T) { // D-71
	pool := accountstest.Database(t)
	now, person := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC), uuid.New()
	store, waiting := transfers.New(
		pool,
		func() time.Time { return now },
	), jobs.New(
		pool,
		func() time.Time { return now },
	)
	ask := func() (transfers.Download, error) {
		return store.RequestDownload(
			t.Context(),
			transfers.Download{ID: uuid.New(), Person: person, Order: uuid.New(), RequestedAt: now},
		)
	}
	var asked sync.WaitGroup
	var taken atomic.Int64
	for range 8 {
		asked.Go(func() {
			if _, err := ask(); err == nil {
				taken.Add(1)
			} else if !errors.Is(err, transfers.ErrTooManyDownloads) {
				t.Error(err)
			}
		})
	}
	asked.Wait()
	if n := taken.Load(); n != 3 {
		t.Errorf("%d wait at a time", n)
	}
	end := func() {
		for {
			j, found, err := waiting.Claim(t.Context(), jobs.Zips, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				return
			}
			d, err := store.WaitingDownload(t.Context(), j.ID)
			if err == nil {
				err = jobs.Finish(t.Context(), pool, j)
			}
			if err != nil {
				t.Fatal(err)
			}
			d.State = transfers.Ready
			now = now.Add(time.Second)
			if err := store.EndDownload(t.Context(), d, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	end()
	for n := 4; n <= 20; n++ {
		if _, err := ask(); err != nil {
			t.Fatalf("download %d of the day: %v", n, err)
		}
		end()
	}
	if _, err := ask(); !errors.Is(err, transfers.ErrDailyDownloads) {
		t.Errorf("the 21st of the day: %v", err)
	}
	if old, err := store.SurplusDownloads(t.Context(), person); err != nil || len(old) != 17 {
		t.Errorf("%d zips are to be removed: %v", len(old), err)
	}
	now = now.Add(24*time.Hour + time.Second)
	if _, err := ask(); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

// A request that a process of an earlier version took has no job until it is adopted.
func TestARequestWithoutAJobIsAdopted(t *testing.T) { // D-303
	pool := accountstest.Database(t)
	store := transfers.New(pool, time.Now)
	id := uuid.New()
	if _, err := pool.Exec(
		t.Context(),
		"insert into bulk_downloads (id, person, order_id, requested_at) values ($1, $1, $1, now() - interval '1 minute')",
		id,
	); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time has no effect
		if err := store.Adopt(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	j, found, err := jobs.New(pool, time.Now).Claim(t.Context(), jobs.Zips, time.Minute)
	if err != nil || !found || j.ID != id {
		t.Fatalf("%+v, %v, %v", j, found, err)
	}
	if d, err := store.WaitingDownload(t.Context(), j.ID); err != nil || d.State != transfers.Waiting {
		t.Errorf("%+v, %v", d, err)
	}
}
