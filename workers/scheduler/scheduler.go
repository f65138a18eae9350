// Package scheduler runs jobs at fixed intervals.
package scheduler

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/go-co-op/gocron/v2"
)

// Job is a function that runs once in every interval Every. A run that takes longer than the
// interval delays the next run.
type Job struct {
	Name  string
	Every time.Duration
	Do    func(context.Context) error
}

// Run runs the jobs until ctx ends. Each job runs at once for the first time. Run counts the runs
// in meters, which may be nil.
func Run(ctx context.Context, log *slog.Logger, meters *Meters, jobs ...Job) error {
	s, err := gocron.NewScheduler()
	if err != nil {
		return fmt.Errorf("scheduler: %w", err)
	}
	for _, j := range jobs {
		if meters != nil {
			j = meters.measured(j)
		}
		run := func() {
			if err := j.Do(ctx); err != nil && ctx.Err() == nil {
				log.Warn("a job failed and runs again later", "job", j.Name, "error", err)
			}
		}
		_, err := s.NewJob(
			gocron.DurationJob(j.Every),
			gocron.NewTask(run),
			gocron.WithName(j.Name),
			gocron.WithSingletonMode(gocron.LimitModeReschedule),
			gocron.WithStartAt(gocron.WithStartImmediately()),
		)
		if err != nil {
			return fmt.Errorf("scheduler: %s: %w", j.Name, err)
		}
	}
	s.Start()
	<-ctx.Done()
	return s.Shutdown()
}
