package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
)

func TestTheBusSpeaksEventhorizon(t *testing.T) {
	w := newWorld(t)
	o := w.in(order.Queue, "label")
	m := &commands.Message{
		Command: moving(o, order.ReadyToGo, order.Board),
		Request: commands.Request{Actor: owner},
	}
	if m.AggregateID() != o || m.AggregateType() != order.AggregateType || m.CommandType() != "MoveOrder" {
		t.Errorf("%s on %s %s", m.CommandType(), m.AggregateType(), m.AggregateID())
	}
	var seen []eh.CommandType
	watch := func(next eh.CommandHandler) eh.CommandHandler {
		return eh.CommandHandlerFunc(func(ctx context.Context, c eh.Command) error {
			seen = append(seen, c.CommandType())
			return next.HandleCommand(ctx, c)
		})
	}
	bus := commands.New(w.bus.Config, watch)
	if err := bus.HandleCommand(context.Background(), strange{m}); err == nil {
		t.Error("a command of another product was handled")
	}
	if err := bus.HandleCommand(context.Background(), m); err != nil {
		t.Error(err)
	}
	if got := w.order(o).Status; got != order.ReadyToGo || m.Result.Stream != o || !m.Result.Changed {
		t.Errorf("the order is in %s, and the result %+v", got, m.Result)
	}
	if _, err := bus.Do(context.Background(), m.Command, m.Request); err != nil || len(seen) != 1 {
		t.Errorf("the middleware has seen %v, %v", seen, err)
	}
}

type strange struct{ eh.Command }

// What a command embeds may say it too: see TestStreamsAreNamedAfterWhatTheyAreAbout.
func TestEveryCommandSaysWhichStreamItIsAbout(t *testing.T) {
	said := map[string]int{"TopicPath": 1, "member.Place": 1, "operations.Skipped": 1}
	for _, s := range catalogue.Streams() {
		said[`stream:"`+string(s.Type)+`"`] = 1
	}
	files, err := filepath.Glob("*_commands.go")
	if err != nil {
		t.Fatal(err)
	}
	handled := regexp.MustCompile(`(?m)^func \(c? ?\*(\w+)\) handle\(`)
	commands := 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range handled.FindAllSubmatch(text, -1) {
			commands++
			fields := regexp.MustCompile(`(?s)\ntype ` + string(name[1]) + ` struct ?\{.*?\}\n`).Find(text)
			n := 0
			for tag := range said {
				n += strings.Count(string(fields), tag)
			}
			if n != 1 {
				t.Errorf("%s says %d times which stream it is about", name[1], n)
			}
		}
	}
	if commands < 100 {
		t.Errorf("found %d commands", commands)
	}
}

func TestStreamsAreNamedAfterWhatTheyAreAbout(t *testing.T) {
	person, account := id("person"), id("account")
	register := invoice.RegisterKey{Issuer: "customer", Year: 2026, Series: invoice.Invoices}
	for _, c := range []struct {
		cmd  commands.Command
		want any
	}{
		{&commands.JoinAccount{Person: person}, member.StreamOf(person)},
		{&commands.InviteMember{Place: member.Place{Person: person}}, member.StreamOf(person)},
		{&commands.StepSubscription{Customer: account}, subscription.StreamOf(account)},
		{&commands.NumberInvoice{RegisterKey: register}, invoice.RegisterOf(register)},
		{&commands.SkipEvent{Skipped: operations.Skipped{Projection: "board"}}, operations.StreamOf("board")},
		{&commands.AddComment{TopicPath: commands.TopicPath{Order: account, Topic: person}}, person},
	} {
		if got := commands.StreamOf(c.cmd); got != c.want {
			t.Errorf("%s is about %s, want %s", commands.TypeOf(c.cmd), got, c.want)
		}
	}
}
