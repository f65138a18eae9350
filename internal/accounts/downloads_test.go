package accounts_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts"
)

func TestAPersonAsksForThreeZipsAtATimeAndTwentyADay(t *testing.T) { // D-71
	f, person := start(t), uuid.New()
	ask := func() (accounts.Download, error) {
		return f.RequestDownload(
			t.Context(),
			accounts.Download{ID: uuid.New(), Person: person, Order: uuid.New(), RequestedAt: f.clock.now()},
		)
	}
	var asked sync.WaitGroup
	var taken atomic.Int64
	for range 8 {
		asked.Go(func() {
			if _, err := ask(); err == nil {
				taken.Add(1)
			} else if !errors.Is(err, accounts.ErrTooManyDownloads) {
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
			d, found, err := f.NextDownload(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				return
			}
			d.State = accounts.DownloadReady
			f.clock.pass(time.Second)
			if err := f.EndDownload(t.Context(), d, f.clock.now()); err != nil {
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
	if _, err := ask(); !errors.Is(err, accounts.ErrDailyDownloads) {
		t.Errorf("the 21st of the day: %v", err)
	}
	if old, err := f.SurplusDownloads(t.Context(), person); err != nil || len(old) != 17 {
		t.Errorf("%d zips are to be removed: %v", len(old), err)
	}
	f.clock.pass(24*time.Hour + time.Second)
	if _, err := ask(); err != nil {
		t.Errorf("the next day: %v", err)
	}
}
