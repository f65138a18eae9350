package scheduler_test

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/proofboard/proofboard/workers/scheduler"
)

// Each job runs at once, and then in every interval until the context ends.
func ExampleRun() {
	ctx, stop := context.WithCancel(context.Background())
	err := scheduler.Run(ctx, slog.New(slog.DiscardHandler), nil, scheduler.Job{
		Name:  "sweep",
		Every: time.Hour,
		Do: func(context.Context) error {
			fmt.Println("swept")
			stop()
			return nil
		},
	})
	fmt.Println(err)
	// Output:
	// swept
	// <nil>
}
