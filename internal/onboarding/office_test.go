package onboarding

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
)

// busy is a bus whose streams are held by others for a number of commands.
type busy struct{ held, sent int }

func (b *busy) Do(context.Context, commands.Command, commands.Request) (commands.Result, error) {
	if b.sent++; b.sent <= b.held {
		return commands.Result{}, domain.ErrBusy
	}
	return commands.Result{}, nil
}

// A start makes many accounts at once. On a slow machine some wait longer for their client than a person would.
func TestACommandThatOthersKeepWaitingIsSentAgain(t *testing.T) { // D-43
	cmd := &commands.CreateClient{Client: uuid.NewString(), Kind: "reseller"}
	for _, c := range []struct {
		held, sent int
		want       error
	}{
		{0, 1, nil},
		{3, 4, nil},
		{patience, patience, domain.ErrBusy},
	} {
		b := &busy{held: c.held}
		if err := (Office{Bus: b}).once(t.Context(), cmd); !errors.Is(err, c.want) || b.sent != c.sent {
			t.Errorf("held for %d commands: sent %d times, %v", c.held, b.sent, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	b := &busy{held: patience}
	if err := (Office{Bus: b}).once(ended, cmd); !errors.Is(err, domain.ErrBusy) || b.sent != 1 {
		t.Errorf("after the end: sent %d times, %v", b.sent, err)
	}
}
