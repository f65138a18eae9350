package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/google/uuid"

	apiaudit "github.com/proofboard/proofboard/api/audit"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/capsule"
)

type replayCmd struct {
	Order   string `arg:"" help:"Number of the order, such as PB-15, or its id."`
	To      int64  `help:"Stop at this position of the log." placeholder:"POSITION"`
	JSON    bool   `help:"Print the steps as JSON, one a line, and the state as the last."`
	Capsule string `help:"Write the history without personal data to this file instead; see proofboard capsule." placeholder:"FILE" type:"path"`
}

func (c replayCmd) Run(e *environment) error {
	if err := core.NamesOrder(c.Order); err != nil {
		return err
	}
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // only read
	to := c.To
	if to <= 0 {
		to = math.MaxInt64
	}
	id, err := core.FindOrder(e.ctx, c.Order)
	if err != nil {
		return err
	}
	r, err := core.Replay(e.ctx, id, to)
	if unreadable := (*eventlog.UnreadableError)(nil); errors.As(err, &unreadable) {
		return fmt.Errorf(
			"event %d (%s) of the order cannot be read: %w; --to %d ends before it",
			unreadable.Position,
			unreadable.Type,
			unreadable.Err,
			unreadable.Position-1,
		)
	}
	if err != nil {
		return err
	}
	if c.Capsule != "" {
		return c.pack(e, core, id, r)
	}
	lines := json.NewEncoder(e.out)
	for _, s := range r.Steps {
		if c.JSON {
			if err := lines.Encode(s); err != nil {
				return err
			}
			continue
		}
		printStep(e, s)
	}
	if c.JSON {
		return lines.Encode(stateOf(r.State))
	}
	return printState(e.out, r.State)
}

func printStep(e *environment, s apiaudit.HistoryStep) {
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

// stateOf returns the state on which commands decide. It does not include the texts of threads.
func stateOf(s asof.State) any {
	if s.Order == nil {
		return map[string]any{"deleted": true}
	}
	return map[string]any{"order": s.Order, "proofs": s.Proofs, "topics": s.Topics}
}

func printState(w io.Writer, s asof.State) error {
	raw, err := json.MarshalIndent(stateOf(s), "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "state: %s\n", raw)
	return err
}

func (c replayCmd) pack(e *environment, core *core.Core, id uuid.UUID, r core.Replayed) error {
	packed, err := core.Capsule(id, r.Events)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(c.Capsule, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(packed.Write(f), f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%d events, state %s\n", len(packed.Events), packed.State)
	return nil
}

type capsuleCmd struct {
	File string `arg:"" help:"The capsule; proofboard replay ORDER --capsule FILE writes one." type:"existingfile"`
	JSON bool   `help:"Print the steps as JSON, one a line."`
}

// errOtherState makes the program exit with an error if a capsule results in a different state
// here.
var errOtherState = errors.New("the capsule folds to another state here")

func (c capsuleCmd) Run(e *environment) error {
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	packed, err := capsule.Read(f)
	if err != nil {
		return err
	}
	same, err := packed.Replay(streams.Registry(), func(s capsule.Step) error {
		if c.JSON {
			return json.NewEncoder(e.out).Encode(s)
		}
		differs := ""
		if !s.Same {
			differs = "  differs from here on"
		}
		fmt.Fprintf(
			e.out, "%8d  %s  %s %s version %d: %s%s\n          %s\n", s.Position, s.At.Format("2006-01-02 15:04:05"),
			s.Role, s.StreamType, s.Version, s.Type, differs, s.State,
		)
		return nil
	})
	if err != nil {
		return err
	}
	if !same {
		return fmt.Errorf("%w than in build %s, where it was made", errOtherState, packed.Build)
	}
	if !c.JSON {
		fmt.Fprintf(
			e.out, "%d events, state %s: the same as in build %s, where it was made\n", len(packed.Events),
			packed.State, packed.Build,
		)
	}
	return nil
}
