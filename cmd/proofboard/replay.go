package main

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
)

type replayCmd struct {
	Order uuid.UUID `arg:"" help:"Id of the order."`
	To    int64     `help:"Stop at this position of the log." placeholder:"POSITION"`
	JSON  bool      `help:"Print the steps as JSON, one a line."`
}

func (c replayCmd) Run(e *environment) error {
	core, err := program.OpenCore(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // only read
	to := c.To
	if to <= 0 {
		to = math.MaxInt64
	}
	steps, err := core.Replay(e.ctx, c.Order, to)
	if err != nil {
		return err
	}
	for _, s := range steps {
		if c.JSON {
			if err := json.NewEncoder(e.out).Encode(s); err != nil {
				return err
			}
			continue
		}
		printStep(e, s)
	}
	return nil
}

func printStep(e *environment, s api.HistoryStep) {
	who := "the system"
	if s.Actor != nil {
		who = s.Actor.Name
	}
	fmt.Fprintf(e.out, "%8d  %s  %s %s\n", s.Position, s.At.Format("2006-01-02 15:04:05"), who, s.Label)
	if s.Reason != nil {
		fmt.Fprintf(e.out, "          because: %s\n", *s.Reason)
	}
	for _, d := range s.Diff {
		fmt.Fprintf(e.out, "          %s: %q -> %q\n", d.Field, d.From, d.To)
	}
}
