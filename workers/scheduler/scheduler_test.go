package scheduler_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/proofboard/proofboard/workers/scheduler"
)

func TestJobsRunAtOnceAndAgainFailuresAreToldAndAJobNeverOverlapsItself(t *testing.T) {
	var out lockedBuffer
	var running, most, slow, failing atomic.Int32
	again := make(chan struct{})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	err := scheduler.Run(ctx, slog.New(slog.NewTextHandler(&out, nil)), nil,
		scheduler.Job{Name: "slow", Every: time.Millisecond, Do: func(ctx context.Context) error {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			if slow.Add(1) == 1 {
				select { // the other jobs run many times meanwhile
				case <-again:
				case <-ctx.Done():
				}
			}
			if slow.Load() == 3 {
				cancel()
			}
			return nil
		}},
		scheduler.Job{Name: "failing", Every: time.Millisecond, Do: func(context.Context) error {
			if failing.Add(1) == 20 {
				close(again)
			}
			return errors.New("no luck")
		}},
		scheduler.Job{Name: "rare", Every: time.Hour, Do: func(context.Context) error { return errors.New("at once") }})
	if err != nil {
		t.Fatal(err)
	}
	if slow.Load() < 3 || failing.Load() < 20 {
		t.Errorf("slow ran %d times, failing %d times", slow.Load(), failing.Load())
	}
	if most.Load() != 1 {
		t.Errorf("a job ran %d times at once", most.Load())
	}
	for _, want := range []string{`job=failing error="no luck"`, `job=rare error="at once"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the log lacks %s", want)
		}
	}
}

func TestAJobThatCannotBeScheduledIsNamed(t *testing.T) {
	err := scheduler.Run(
		t.Context(), slog.New(slog.DiscardHandler), nil,
		scheduler.Job{Name: "never", Do: func(context.Context) error { return nil }},
	)
	if err == nil || !strings.Contains(err.Error(), "never") {
		t.Errorf("%v, want the job's name", err)
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
