package engine_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/projectiontest"
)

var update = flag.Bool("update", false, "write testdata/audited.txt")

// Every line of the story, by every filter and page by page, is what the file says.
func TestWhatAuditorsReadOfAccounts(t *testing.T) { // D-43 D-48 D-79
	l := openLog(t)
	story, admin := projectiontest.Story(), uuid.UUID{0xad}
	more := func(stream uuid.UUID, e domain.Event) {
		e.Stream, e.OccurredAt = stream, story[len(story)-1].OccurredAt.Add(time.Minute)
		story = append(story, e)
	}
	provider := webhook.Home{Client: domain.ProviderClient}
	more(webhook.StreamOf(provider), domain.Event{
		StreamType: webhook.AggregateType, Type: webhook.AddedType,
		Data: &webhook.Added{Ref: webhook.Ref{Endpoint: uuid.UUID{0x41}, Home: provider, Host: "own.example"}},
	})
	more(member.StreamOf(uuid.UUID{0xac, 8}), domain.Event{
		StreamType: member.AggregateType, Type: member.RegisteredType,
		Data: &member.Registered{Place: member.Place{
			Person: uuid.UUID{0xac, 8}, Client: "brightside", Role: domain.Owner,
		}},
	})
	more(member.StreamOf(uuid.UUID{0xac, 8}), domain.Event{
		StreamType: member.AggregateType, Type: member.BrowserAddedType, Data: &member.BrowserAdded{},
	})
	for i, e := range story {
		switch {
		case i%5 == 0:
			e.Meta = domain.Meta{Via: "scheduler"}
		case i%3 == 0 && e.StreamType != webhook.AggregateType: // which an admin who acts as somebody cannot change
			e.Meta.Impersonator, e.Meta.Via = admin, "web"
		}
		l.append(t, e)
	}
	q := audit.NewQueries(l.pool)
	var got bytes.Buffer
	accounts := func(by, about uuid.UUID) {
		f := audit.AccountFilter{Person: by, About: about}
		fmt.Fprintf(&got, "accounts by %s about %s\n", by, about)
		pages(t, &got, &f.Before, func() ([]audit.AccountEvent, error) { return q.Accounts(t.Context(), f, 7) })
	}
	for _, by := range []uuid.UUID{{}, admin, {0xff}} {
		accounts(by, uuid.Nil)
	}
	for n := range byte(9) {
		accounts(uuid.Nil, uuid.UUID{0xac, n})
		accounts(projectiontest.Person, uuid.UUID{0xac, n})
	}
	for _, f := range []audit.SecurityFilter{
		{Client: "brightside", Customer: uuid.UUID{0xac, 1}},
		{Client: "brightside", Customer: uuid.UUID{0xac, 1}, Person: uuid.UUID{0xac, 3}},
		{Client: "brightside", Customer: uuid.UUID{0xac, 2}},
		{Client: "brightside"},
		{Client: domain.DirectClient, Customer: uuid.UUID{0xac, 2}, Person: uuid.UUID{0xac, 3}},
	} {
		fmt.Fprintf(&got, "security of %s %s, person %s\n", f.Client, f.Customer, f.Person)
		pages(t, &got, &f.Before, func() ([]audit.AccountEvent, error) { return q.Security(t.Context(), f, 7) })
	}
	text := strings.ReplaceAll(got.String(), uuid.Nil.String(), "-")
	const file = "testdata/audited.txt"
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("auditors read other lines (-file +now):\n%s", diff)
	}
}

// pages writes all lines, which are read seven at a time.
func pages(t *testing.T, to *bytes.Buffer, before *int64, read func() ([]audit.AccountEvent, error)) {
	t.Helper()
	for {
		found, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found {
			*before, e.At = e.Position, e.At.UTC()
			fmt.Fprintf(to, "  %+v\n", e)
		}
		if len(found) < 7 {
			return
		}
	}
}
