package commands_test

import (
	"testing"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/operations"
)

func TestOnlyAnAdminMakesAProjectionSkipAnEvent(t *testing.T) { // BY-015, BY-017
	w := newWorld(t)
	skip := &commands.SkipEvent{
		Skipped: operations.Skipped{
			Projection: "board",
			Stream:     id("order"),
			Position:   7,
			Version:    2,
			Event:      "order.moved",
			Reason:     "planted",
		},
	}
	for _, by := range everybody {
		if by.Role != domain.Admin {
			w.refused(domain.ErrForbidden, skip, by)
		}
	}
	w.must(skip, admin)
	w.must(skip, admin) // skipping it again must record nothing
	if got := w.events(operations.StreamOf("board")); len(got) != 1 ||
		got[0].Data.(*operations.Skipped).Position != 7 ||
		got[0].Meta.Actor != admin.ID {
		t.Errorf("recorded: %+v", got)
	}
}
