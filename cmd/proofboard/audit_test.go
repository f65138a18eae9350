package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/serverkeys"
)

const vectors = "../../internal/eventstore/certificate/testdata/"

// vectorsKey returns the public key of the test vectors for certificates.
func vectorsKey(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(vectors + "vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), `"key": "`)
	key, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatal("vectors.json names no key")
	}
	return key
}

func TestCheckRecognisesCertificatesAndTellsWhatTheyProve(t *testing.T) { // BY-023, BY-024
	key, nowhere := vectorsKey(t), t.TempDir() // the check neither needs nor creates a data folder
	for _, file := range []string{"valid.json", "valid.pdf"} {
		out, err := proofboard(t, "audit", "check", vectors+"vectors/"+file, "--key", key, "--data", nowhere)
		if err != nil || !strings.Contains(out, `Version 2 of "Jam label, front.pdf"`) ||
			!strings.Contains(out, "by creative manager") {
			t.Errorf("%s: %v, %s", file, err, out)
		}
	}
	for _, file := range []string{"changed.json", "other-key.json", "appended.pdf", "swapped.pdf", "empty.json"} {
		if out, err := proofboard(
			t, "audit", "check", vectors+"vectors/"+file, "--key", key, "--data", nowhere,
		); err == nil {
			t.Errorf("%s: %s", file, out)
		}
	}
	if _, err := proofboard(t, "audit", "check", vectors+"vectors/valid.json", "--data", nowhere); !errors.Is(err,
		fs.ErrNotExist) {
		t.Errorf("without a key: %v", err)
	}
	if _, err := os.Stat(filepath.Join(nowhere, "audit")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("checking made a key")
	}
}

func TestTheVerifierPageIsPrintedWithTheKeyThatIsNamed(t *testing.T) { // BY-023
	plain, err := proofboard(t, "audit", "verifier")
	if err != nil {
		t.Fatal(err)
	}
	filled, err := proofboard(t, "audit", "verifier", "--key", "name+0123+a&b")
	if err != nil ||
		!strings.Contains(filled, `content="name+0123+a&amp;b"`) &&
			!strings.Contains(filled, `content="name&#43;0123&#43;a&amp;b"`) {
		t.Errorf("%v: the key is not in the page", err)
	}
	if !strings.HasPrefix(plain, "<!doctype html>") || strings.Contains(plain, "a&amp;b") {
		t.Errorf("%.200s", plain)
	}
}

// accountEvents is the number of events in logged's log before those of the orders.
const accountEvents = 3

// logged creates a data folder with a log whose head is published. It returns the number of events.
func logged(t *testing.T) (dir string, events int64) {
	t.Helper()
	dir = data(t)
	no := false
	p, err := program.Open(
		t.Context(), config.Config{Listen: "127.0.0.1:0", Data: dir, Demo: &no, S3: config.S3{Bucket: "proofboard"}},
		slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	customer := accounts.Customer{ID: uuid.New(), ClientID: domain.DirectClient, Name: "Acme", MaxActiveOrders: -1}
	owner := accounts.User{
		ID:         uuid.New(),
		Email:      "o@acme.test",
		Role:       domain.Owner,
		ClientID:   domain.DirectClient,
		CustomerID: customer.ID,
		TimeZone:   "UTC",
	}
	seed := accounts.Seed{
		Clients:   []accounts.Client{{ID: domain.DirectClient, Name: "Direct", Kind: "direct"}},
		Customers: []accounts.Customer{customer},
		Users:     []accounts.User{owner},
		Password:  "secret-enough",
	}
	err = p.Plant(t.Context(), seed)
	for range 5 {
		if err == nil {
			_, err = p.Bus.Do(
				t.Context(),
				&commands.DraftOrder{
					Order:   uuid.New(),
					Details: order.Details{Headline: order.Headline{Name: "Jam label"}},
				},
				commands.Request{Actor: owner.Actor(), Via: "test"},
			)
		}
	}
	if err == nil {
		err = p.PublishHead(t.Context())
	}
	if err == nil {
		events, err = p.Tree.Size(t.Context())
	}
	stop()
	if err = errors.Join(err, <-done, p.Close()); err != nil {
		t.Fatal(err)
	}
	return dir, events
}

func TestHeadsProofsAndGrowthArePrintedAndCheckedOffline(t *testing.T) { // BY-021
	dir, _ := logged(t)
	file := func(name, text string) string {
		t.Helper()
		f := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return f
	}
	printed := func(args ...string) string {
		t.Helper()
		out, err := proofboard(t, append(args, "--data", dir)...)
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out
	}
	key := strings.TrimSpace(printed("audit", "key"))
	head := file("head", printed("audit", "head"))
	other := vectorsKey(t)
	for what, c := range map[string]struct{ file, says string }{
		"a head":                 {head, "had 13 events"},
		"an event's proof":       {file("proof", printed("audit", "prove", "3")), "Event 3 stands in"},
		"growth":                 {file("growth", printed("audit", "growth", "2", "4")), "only grew from 2 to 4 events"},
		"growth to now":          {file("growth", printed("audit", "growth", "2")), "only grew from 2 to 13 events"},
		"growth of a kept head":  {file("growth", printed("audit", "growth", head)), "only grew from 13 to 13 events"},
		"growth of an older one": {file("growth", printed("audit", "growth", file("old", oldHead(t, printed("audit", "growth", "3"))))), "only grew from 3 to 13 events"},
	} {
		for _, args := range [][]string{{"--data", dir}, {"--key", key, "--data", t.TempDir()}} {
			out, err := proofboard(t, append([]string{"audit", "check", c.file}, args...)...)
			if err != nil || !strings.Contains(out, c.says) {
				t.Errorf("%s: %v, %s", what, err, out)
			}
		}
		if out, err := proofboard(t, "audit", "check", c.file, "--key", other); err == nil {
			t.Errorf("%s with another log's key: %s", what, out)
		}
	}
	for _, args := range [][]string{{"0"}, {"4", "2"}, {"1", "99"}, {"nonsense"}, {"2", "-1"}} {
		if out, err := proofboard(
			t,
			append(append([]string{"audit", "growth"}, args...), "--data", dir)...); err == nil {
			t.Errorf("growth %v: %s", args, out)
		}
	}
}

// oldHead returns the older head of a growth proof.
func oldHead(t *testing.T, printed string) string {
	t.Helper()
	g, err := translog.ReadGrowth([]byte(printed))
	if err != nil {
		t.Fatal(err)
	}
	return g.Old
}

func TestALogCutShortWithAllItHoldsOfItselfShowsAgainstTheHeadInTheFileStore(t *testing.T) { // BY-022
	dir, events := logged(t)
	if out, err := proofboard(t, "audit", "verify", "--heads-from-store", "--data", dir); err != nil ||
		!strings.Contains(out, "The log is as it was signed.") {
		t.Fatalf("before: %v, %s", err, out)
	}
	cut(t, dir, events-1)
	if err := os.RemoveAll(filepath.Join(dir, "audit", "heads")); err != nil {
		t.Fatal(err)
	}
	if out, err := proofboard(t, "audit", "verify", "--data", dir); err != nil {
		t.Fatalf("what remains is not whole in itself, so this test shows nothing: %v, %s", err, out)
	}
	out, err := proofboard(t, "audit", "verify", "--heads-from-store", "--data", dir)
	if !errors.Is(err, errTampered) ||
		!strings.Contains(out, "position 13: the log ends before this position, a signed head covers 13 events") {
		t.Errorf("%v, %s", err, out)
	}
}

// cut removes the end of a log and the matching parts of its tree and its heads, as an attacker
// with full access to the database can.
func cut(t *testing.T, dir string, to int64) {
	t.Helper()
	core, err := core.Open(
		t.Context(), config.Config{Data: dir, S3: config.S3{Bucket: "proofboard"}}, slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), core.Owner)
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"alter table events disable trigger all", "delete from events where position > $1", "delete from tree_heads where size > $1", "update tree_size set size = $1",
		"update tree_tiles set hashes = substr(hashes, 1, 32 * $1::int) where level = 0",
	} {
		args := []any{}
		if strings.Contains(sql, "$1") {
			args = append(args, to)
		}
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if err := errors.Join(conn.Close(t.Context()), core.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyNamesForgedEventsAndSnapshotsThatAreNotWhatTheEventsLeadTo(t *testing.T) { // check 32, BY-046
	dir, events := logged(t)
	verify := func(want ...string) {
		t.Helper()
		out, err := proofboard(t, "audit", "verify", "--snapshots", "--data", dir)
		if len(want) == 0 && err != nil || len(want) > 0 && !errors.Is(err, errTampered) {
			t.Errorf("%v, %s", err, out)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%q is not in %s", w, out)
			}
		}
		if n := strings.Count(out, "\n"); n != max(3, 2+len(want)) {
			t.Errorf("%d lines, want %d findings: %s", n, len(want), out)
		}
	}
	core, err := core.Open(
		t.Context(), config.Config{Data: dir, S3: config.S3{Bucket: "proofboard"}}, slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close() //nolint:errcheck // the test is over
	log, err := core.Store.Read(t.Context(), 0, int(events))
	if err != nil {
		t.Fatal(err)
	}
	log = slices.DeleteFunc(log, func(e domain.Event) bool { return e.StreamType != order.AggregateType })
	for i, e := range log[:3] {
		o := order.New(e.Stream)
		if err := o.Apply(e); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			o.Rank = "zz" // as a faulty build would write: authentic but incorrect
		}
		state, err := json.Marshal(o)
		if err == nil {
			err = core.Store.SaveSnapshot(t.Context(), eventlog.Snapshot{
				Stream:     e.Stream,
				StreamType: order.AggregateType,
				Version:    1,
				Schema:     order.Streams.Snapshot,
				State:      state,
			})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	conn, err := pgx.Connect(t.Context(), core.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // the test is over
	wrong := "snapshot of order " + log[1].Stream.String() + " at version 1: it is not what the events up to this version lead to"
	verify(wrong)
	changed := "snapshot of order " + log[2].Stream.String() + " at version 1: its authenticator is missing or wrong"
	if _, err := conn.Exec(
		t.Context(),
		`update snapshots set state = '{"Name":"Mine"}' where stream_id = $1`,
		log[2].Stream,
	); err != nil {
		t.Fatal(err)
	}
	verify(wrong, changed)
	if _, err := conn.Exec(
		t.Context(),
		"insert into events select position + 1, stream_id, version + 1, stream_type, type, data, metadata, gen_random_uuid(), occurred_at, auth from events order by position desc limit 1",
	); err != nil {
		t.Fatal(err)
	}
	verify(wrong, changed, "position 14: this event was forged or changed")
	if _, err := conn.Exec(t.Context(), "delete from events where position = 14; delete from snapshots"); err != nil {
		t.Fatal(err)
	}
	verify()
}

func TestWhatAnOperatorGetsWrongIsSaidInWordsThatNameIt(t *testing.T) {
	dir, _ := logged(t)
	file := func(text string) string {
		t.Helper()
		f := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return f
	}
	nonsense := file("nonsense\n")
	other := vectorsKey(t)
	head, err := proofboard(t, "audit", "head", "--data", dir)
	if err != nil {
		t.Fatal(err)
	}
	mine := file(head)
	for name, c := range map[string]struct {
		args []string
		says []string
	}{
		"a position beyond the log":    {[]string{"audit", "prove", "99"}, []string{"no event at position 99", "1 to 13"}},
		"a position before the log":    {[]string{"audit", "prove", "0"}, []string{"no event at position 0", "1 to 13"}},
		"a file that is no head":       {[]string{"audit", "verify", "--head", nonsense}, []string{nonsense, "not a head"}},
		"a head of another key":        {[]string{"audit", "verify", "--head", mine, "--key", other}, []string{mine, "not a head that was signed with one of the keys", other}},
		"a key that is none":           {[]string{"audit", "verify", "--key", "nonsense"}, []string{`"nonsense" is no public key`}},
		"a key to check with":          {[]string{"audit", "check", mine, "--key", "nonsense"}, []string{`"nonsense" is no public key`}},
		"a key file that is none":      {[]string{"audit", "head", "--audit-key", nonsense}, []string{nonsense, "line 1"}},
		"an unknown projection":        {[]string{"projections", "verify", "bord"}, []string{`"bord"`, "there are " + strings.Join(slices.Sorted(slices.Values(core.ProjectionNames())), ", ")}},
		"an event key file that is no": {[]string{"audit", "event-key", "--event-key", nonsense}, []string{nonsense, `begins with "nonsense"`}},
	} {
		out, err := proofboard(t, append(c.args, "--data", dir)...)
		if err == nil {
			t.Errorf("%s: %s", name, out)
			continue
		}
		for _, says := range c.says {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %q does not say %q", name, err, says)
			}
		}
	}
}

func TestAnotherMasterOrEventKeyIsRefusedAtTheStart(t *testing.T) { // D-33, D-74
	dir, _ := logged(t)
	start := func() error {
		core, err := core.Open(
			t.Context(), config.Config{Data: dir, S3: config.S3{Bucket: "proofboard"}}, slog.New(slog.DiscardHandler),
		)
		if err == nil {
			err = core.Close()
		}
		return err
	}
	if err := start(); err != nil {
		t.Fatal(err)
	}
	master, events := filepath.Join(dir, "keys", "master.key"), filepath.Join(dir, "keys", "events.key")
	old, err := os.ReadFile(master)
	if err != nil {
		t.Fatal(err)
	}
	write := func(file, text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fresh := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32)) + "\n"
	write(master, fresh)
	if err := start(); !errors.Is(err, serverkeys.ErrOtherMaster) || !strings.Contains(err.Error(), master) {
		t.Errorf("with another master key: %v", err)
	}
	write(master, fresh+string(old)) // an allowed replacement of the key
	if err := start(); err != nil {
		t.Errorf("with a new master key before the old one: %v", err)
	}
	write(master, fresh) // the old key is removed
	if err := start(); err != nil {
		t.Errorf("once the old master key is gone: %v", err)
	}
	write(events, "key "+fresh)
	if err := start(); !errors.Is(err, eventlog.ErrKeys) {
		t.Errorf("with an event key made anew: %v", err)
	}
}
