package main

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// What an operator gets wrong with key files, heads and orders.
func TestKeyFilesHeadsAndOrdersAreNamedAsAnOperatorKnowsThem(t *testing.T) { // BY-021, BY-046
	dir, events := logged(t)
	path := map[string]string{
		"master key": filepath.Join(dir, "keys", "master.key"),
		"event key":  filepath.Join(dir, "keys", "events.key"),
		"audit key":  filepath.Join(dir, "audit", "log.key"),
	}
	content := map[string][]byte{}
	for kind, file := range path {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		content[kind] = text
	}
	put := func(kind string, text []byte) {
		t.Helper()
		if err := os.WriteFile(path[kind], text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(what string, says ...string) {
		t.Helper()
		out, err := proofboard(t, "projections", "list", "--data", dir)
		if err == nil {
			t.Errorf("%s: %s", what, out)
			return
		}
		for _, s := range says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", what, err, s)
			}
		}
	}
	for at := range path {
		for is := range path {
			if is != at {
				put(at, content[is])
				refused(is+" as "+at, path[at]+" is the file of the "+is+", not of the "+at, "swapped")
			}
		}
		if err := os.Remove(path[at]); err != nil {
			t.Fatal(err)
		}
		refused("without the "+at, path[at]+" is not there", "not made anew")
		if _, err := os.Stat(path[at]); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the %s was made anew", at)
		}
		put(at, content[at])
	}

	other := filepath.Join(t.TempDir(), "other.key")
	if _, err := proofboard(t, "audit", "key", "--audit-key", other); err != nil {
		t.Fatal(err)
	}
	theirs, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	put("audit key", theirs)
	refused("another log's audit key", path["audit key"], "another installation's")
	put("audit key", append(theirs, content["audit key"]...)) // as after --rotate
	if _, err := proofboard(t, "projections", "list", "--data", dir); err != nil {
		t.Errorf("with a new audit key before the old one: %v", err)
	}
	put("audit key", content["audit key"])

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
	head := file("head", printed("audit", "head"))
	nowhere := t.TempDir()
	for _, key := range []string{path["audit key"], file("public", printed("audit", "key")+"\n")} {
		if out, err := proofboard(t, "audit", "check", head, "--key", key, "--data", nowhere); err != nil {
			t.Errorf("--key %s: %v, %s", key, err, out)
		}
	}
	if _, err := proofboard(
		t, "audit", "check", head, "--key", path["master key"], "--data", nowhere,
	); err == nil || !strings.Contains(err.Error(), "is the file of the master key") {
		t.Errorf("with the master key: %v", err)
	}

	// An order is named by what people see.
	if out := printed("replay", "PB-5"); !strings.Contains(out, "state: ") || out != printed("replay", "5") {
		t.Errorf("replay PB-5: %s", out)
	}
	if out, err := proofboard(
		t,
		"audit",
		"check",
		file("proof", printed("audit", "prove", "PB-5")),
		"--data",
		dir,
	); err != nil ||
		!strings.Contains(out, "Event 13 stands in") {
		t.Errorf("prove PB-5: %v, %s", err, out)
	}
	for _, args := range [][]string{{"replay", "PB-99"}, {"replay", "nonsense"}, {"audit", "prove", "PB-99"}} {
		if _, err := proofboard(t, append(args, "--data", dir)...); err == nil ||
			!strings.Contains(err.Error(), "There is no such order") {
			t.Errorf("%v: %v", args, err)
		}
	}
	rows := filepath.Join(t.TempDir(), "rows")
	if out, err := proofboard(t, "projections", "verify", "board", "--rows", rows, "--data", dir); err != nil {
		t.Errorf("verify --rows: %v, %s", err, out)
	}
	if _, err := os.Stat(rows); err != nil {
		t.Error(err)
	}

	// A forged event behind the last one of the order.
	forge(t, dir, true)
	if out, err := proofboard(t, "replay", "PB-5", "--data", dir); err == nil ||
		!strings.Contains(err.Error(), "event 14 (order.drafted) of the order cannot be read") ||
		!strings.Contains(err.Error(), "--to 13 ends before it") {
		t.Errorf("replay of an unreadable order: %v, %s", err, out)
	}
	capsule := filepath.Join(t.TempDir(), "capsule")
	if _, err := proofboard(t, "replay", "PB-5", "--capsule", capsule, "--data", dir); err == nil ||
		!strings.Contains(err.Error(), "--to 13") {
		t.Errorf("a capsule of an unreadable order: %v", err)
	}
	if out := printed("replay", "PB-5", "--capsule", capsule, "--to", "13"); !strings.HasPrefix(out, "1 events") {
		t.Errorf("a capsule up to the event: %s", out)
	}
	forge(t, dir, false)

	// Whoever cuts the log cannot have what is left signed.
	cut(t, dir, events-1)
	if out, err := proofboard(t, "audit", "head", "--data", dir); !errors.Is(err, translog.ErrShorter) ||
		!strings.Contains(err.Error(), "it has 12 events, the head covers 13") {
		t.Errorf("a shorter log: %v, %s", err, out)
	}
}

// forge adds an event to the newest stream as somebody with access to the database can, or removes it.
func forge(t *testing.T, dir string, add bool) {
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
	sql := "delete from events where position = 14"
	if add {
		sql = "insert into events select position + 1, stream_id, version + 1, stream_type, type, data, metadata, gen_random_uuid(), occurred_at, auth from events where position = 13"
	}
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(conn.Close(t.Context()), core.Close()); err != nil {
		t.Fatal(err)
	}
}
