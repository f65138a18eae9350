// Package scheduler runs jobs at fixed intervals.
package scheduler

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/go-co-op/gocron/v2"
)

// Job is something to do every so often; a run that lasts longer than Every is not doubled.
type Job struct {
	Name  string
	Every time.Duration
	Do    func(context.Context) error
}

// Run does the jobs until ctx ends, each for the first time at once.
func Run(ctx context.Context, log *slog.Logger, jobs ...Job) error {
	s, err := gocron.NewScheduler()
	if err != nil {
		return fmt.Errorf("scheduler: %w", err)
	}
	for _, j := range jobs {
		_, err := s.NewJob(gocron.DurationJob(j.Every), gocron.NewTask(func() {
			if err := j.Do(ctx); err != nil && ctx.Err() == nil {
				log.Warn("a job failed and runs again later", "job", j.Name, "error", err)
			}
		}), gocron.WithName(j.Name), gocron.WithSingletonMode(gocron.LimitModeReschedule), gocron.WithStartAt(gocron.WithStartImmediately()))
		if err != nil {
			return fmt.Errorf("scheduler: %s: %w", j.Name, err)
		}
	}
	s.Start()
	<-ctx.Done()
	return s.Shutdown()
}
