package faults

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/migrations"
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
	dir := harness.Folder(t)
	// The older build contains the current web app, because the test does not use it.
	script := `git -C "$1" archive "$2" | tar -x -C "$3" && rm -rf "$3/web/dist" && cp -R "$1/web/dist" "$3/web/dist" && cd "$3" && CGO_ENABLED=0 go build -buildvcs=false -o "$3/older" ./cmd/proofboard`
	if out, err := exec.CommandContext(ctx, "sh", "-c", script, "build", root, name, dir).CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", name, err, out)
	}
	return filepath.Join(dir, "older"), name
}

// This test performs the upgrade from docs/operations.md under constant load: it migrates once,
// then replaces each worker, then each api process. TestEveryEventVersionEverWrittenStillDecodes in
// internal/eventstore/eventstoretest checks that every version of every event decodes.
func TestOldAndNewProcessesWorkSideBySide(t *testing.T) { // BY-002 BY-009
	if !harness.FullChaos() {
		t.Skip("check 13 builds an older version of the program: run it with make chaos")
	}
	program, name := older(t)
	f := &harness.LoadedCluster{Cluster: harness.StartCluster(t, func(c *harness.Cluster) { c.Program = program })}
	f.PlantBeside(t)
	was, _, err := migrations.Version(t.Context(), f.Db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	f.Begin(t)
	stage := func(what string) {
		again := f.Load.Retries.Load()
		harness.Wait(t, 5*time.Second)
		if n := f.Load.Retries.Load() - again; n > 0 {
			t.Errorf("%s: %d commands had to be sent again: %v", what, n, f.Load.Refusals())
		}
	}
	stage("the old version alone")
	f.Core = f.Cluster.Core() // this migrates the schema
	t.Cleanup(func() { _ = f.Core.Close() })
	is, _, err := migrations.Version(t.Context(), f.Db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	stage("the old version on the new schema")
	old := f.Apis[1]
	f.Load.Base.Store([]string{f.Apis[0].Base()}) // an old process starts again on the new schema, as after a crash
	old.Stop(t)
	old.Start(t)
	f.Settled()
	f.Load.Base.Store(f.Bases())
	for _, r := range f.Workers {
		r.Stop(t)
		r.Program = harness.Product
		r.Start(t)
		f.Settled()
		stage("a new " + r.Name)
	}
	for i, r := range f.Apis {
		f.Load.Base.Store([]string{f.Apis[1-i].Base()}) // as a proxy that checks /readyz does
		r.Stop(t)
		r.Program = harness.Product
		r.Start(t)
		f.Settled()
		f.Load.Base.Store(f.Bases())
		stage("a new " + r.Name)
	}
	f.Finish(t)
	rebuilt := f.RebuildWhatDiffers(t)
	commands := harness.CheckLog(t, f.Core, f.Sent, harness.Decided)
	harness.Report(
		t,
		"13",
		!t.Failed(),
		"%s and the present version side by side, schema %d to %d: %d commands, 0 lost, 0 doubled, %d sent again, rebuilt afterwards: %s",
		name,
		was,
		is,
		commands,
		f.Load.Retries.Load(),
		rebuilt,
	)
}
