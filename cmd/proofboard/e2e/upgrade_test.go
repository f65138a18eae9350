package e2e

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine"
)

// upgradeFrom sets the git revision from which the test upgrades. The default is the last release.
// Before the first release it is the first version that could run as several processes.
const upgradeFrom = "PROOFBOARD_UPGRADE_FROM"

// older builds an older version of the program.
func older(t *testing.T) (program, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	git := func(args ...string) (string, error) {
		out, err := exec.CommandContext(ctx, "git", args...).Output()
		return strings.TrimSpace(string(out)), err
	}
	root, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		t.Skipf("check 13 builds an older version from the history, and this is no git checkout: %v", err)
	}
	name = os.Getenv(upgradeFrom)
	if name == "" {
		name, _ = git("describe", "--tags", "--abbrev=0", "HEAD^") // fails if there is no release yet
	}
	if name == "" {
		first, err := git(
			"log",
			"--reverse",
			"--format=%h",
			"-S",
			`apiCmd    struct{}`,
			"--",
			filepath.Join(root, "cmd", "proofboard", "main.go"),
		)
		if name, _, _ = strings.Cut(first, "\n"); err != nil || name == "" {
			t.Skipf("check 13 builds an older version from the history, which is not here: %v", err)
		}
	}
	dir := folder(t)
	// The older build contains the current web app, because the test does not use it.
	script := `git -C "$1" archive "$2" | tar -x -C "$3" && rm -rf "$3/web/dist" && cp -R "$1/web/dist" "$3/web/dist" && cd "$3" && CGO_ENABLED=0 go build -buildvcs=false -o "$3/older" ./cmd/proofboard`
	if out, err := exec.CommandContext(ctx, "sh", "-c", script, "build", root, name, dir).CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", name, err, out)
	}
	return filepath.Join(dir, "older"), name
}

// plantBeside creates the accounts without migrating the cluster's schema to the current version.
// It creates them in a separate database with the current schema, and copies the columns that the
// older schema has.
func (c *cluster) plantBeside(t *testing.T) {
	t.Helper()
	const today = "today"
	then := c.pool(t, c.db.DSN())
	if _, err := then.Exec(t.Context(), "create database "+today); err != nil {
		t.Fatal(err)
	}
	dsn, err := url.Parse(c.db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	dsn.Path = "/" + today
	if err := migrations.Up(t.Context(), dsn.String()); err != nil {
		t.Fatal(err)
	}
	now := c.pool(t, dsn.String())
	people, err := accounts.New(now, time.Now)
	if err == nil {
		err = people.Plant(t.Context(), seed())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"clients", "customers", "users"} {
		var rows []byte
		if err := now.QueryRow(t.Context(), "select jsonb_agg(t) from "+table+" t").Scan(&rows); err != nil {
			t.Fatal(table, err)
		}
		if _, err := then.Exec(
			t.Context(),
			"insert into "+table+" select * from jsonb_populate_recordset(null::"+table+", $1) on conflict do nothing",
			rows,
		); err != nil {
			t.Fatal(table, err)
		}
	}
}

func (c *cluster) pool(t *testing.T, dsn string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// This test performs the upgrade from docs/operations.md under constant load: it migrates once,
// then replaces each worker, then each api process. TestEveryEventVersionEverWrittenStillDecodes in
// eventstore/eventstoretest checks that every version of every event decodes.
func TestOldAndNewProcessesWorkSideBySide(t *testing.T) { // BY-002 BY-009
	if !full() {
		t.Skip("check 13 builds an older version of the program: run it with make chaos")
	}
	program, name := older(t)
	f := &fire{cluster: startCluster(t, func(c *cluster) { c.program = program })}
	f.plantBeside(t)
	was, _, err := migrations.Version(t.Context(), f.db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	f.begin(t)
	stage := func(what string) {
		again := f.load.retries.Load()
		wait(t, 5*time.Second)
		if n := f.load.retries.Load() - again; n > 0 {
			t.Errorf("%s: %d commands had to be sent again: %v", what, n, f.load.refusals())
		}
	}
	stage("the old version alone")
	f.core = f.cluster.core() // this migrates the schema
	t.Cleanup(func() { _ = f.core.Close() })
	is, _, err := migrations.Version(t.Context(), f.db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	stage("the old version on the new schema")
	old := f.apis[1]
	f.load.base.Store([]string{f.apis[0].base()}) // an old process starts again on the new schema, as after a crash
	old.stop(t)
	old.start(t)
	f.settled()
	f.load.base.Store(f.bases())
	for _, r := range f.workers {
		r.stop(t)
		r.program = product
		r.start(t)
		f.settled()
		stage("a new " + r.Name)
	}
	for i, r := range f.apis {
		f.load.base.Store([]string{f.apis[1-i].base()}) // as a proxy that checks /readyz does
		r.stop(t)
		r.program = product
		r.start(t)
		f.settled()
		f.load.base.Store(f.bases())
		stage("a new " + r.Name)
	}
	f.finish(t)
	rebuilt := f.rebuildWhatDiffers(t)
	commands := checkLog(t, f.core, f.sent, decided)
	told(
		t,
		"13",
		!t.Failed(),
		"%s and the present version side by side, schema %d to %d: %d commands, 0 lost, 0 doubled, %d sent again, rebuilt afterwards: %s",
		name,
		was,
		is,
		commands,
		f.load.retries.Load(),
		rebuilt,
	)
}

// rebuildWhatDiffers performs the last step of an upgrade: it rebuilds the projections in which old
// processes stored rows without new data.
func (f *fire) rebuildWhatDiffers(t *testing.T) (names string) {
	t.Helper()
	for _, name := range []string{"board", "search", "proofs", "topics", "timeline", "notifications"} {
		report, err := f.core.Runner.Verify(t.Context(), name)
		if err == nil && !report.Same() {
			names += fmt.Sprintf("%s (%d rows) ", name, report.Tables[len(report.Tables)-1].Different)
			_, err = f.core.Runner.Rebuild(t.Context(), name, engine.RebuildOptions{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if names == "" {
		return "nothing"
	}
	return strings.TrimSpace(names)
}
