package onboarding

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
)

// busy is a bus that answers a number of commands with an error.
type busy struct {
	held, sent int
	answer     error
}

func (b *busy) Do(context.Context, commands.Command, commands.Request) (commands.Result, error) {
	if b.sent++; b.sent <= b.held {
		return commands.Result{}, b.answer
	}
	return commands.Result{}, nil
}

// A start makes many accounts at once. On a slow machine some wait longer for their client than a person would.
func TestACommandThatOthersKeepWaitingIsSentAgain(t *testing.T) { // D-43
	synctest.Test(t, sentAgain) // the clock of the pauses is its own
}

func sentAgain(t *testing.T) {
	cmd := &commands.CreateClient{Client: uuid.NewString(), Kind: "reseller"}
	for _, c := range []struct {
		held, sent int
		answer     error
	}{
		{0, 1, nil},
		{3, 4, domain.ErrBusy},
		{patience, patience, domain.ErrBusy},
		{3, 4, domain.ErrUnavailable.From(context.DeadlineExceeded)}, // nobody knows whether it was stored
		{patience, patience, domain.ErrUnavailable},
		{1, 1, domain.ErrForbidden},
	} {
		b := &busy{held: c.held, answer: c.answer}
		if err := (Office{Bus: b}).once(t.Context(), cmd); (err != nil) != (b.sent == b.held) || b.sent != c.sent {
			t.Errorf("held for %d commands: sent %d times, %v", c.held, b.sent, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	b := &busy{held: patience, answer: domain.ErrBusy}
	if err := (Office{Bus: b}).once(ended, cmd); !errors.Is(err, domain.ErrBusy) || b.sent != 1 {
		t.Errorf("after the end: sent %d times, %v", b.sent, err)
	}
}
