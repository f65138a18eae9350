// Command proofboard is the whole product: the server, the workers and the tools.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // each person has a time zone (D-36); the machine may have no zone data

	"github.com/alecthomas/kong"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/workers/picture"
)

// version is the version of the program. The build sets it.
var version = "dev"

type cli struct {
	config.Config

	Serve       serveCmd       `cmd:"" default:"1" help:"Serve everything from one process (the default)."`
	API         apiCmd         `cmd:"" name:"api" help:"Serve HTTP and websockets alone, beside worker processes."`
	Worker      workerCmd      `cmd:"" help:"Keep the read models and do what happens beside commands, beside api processes."`
	Migrate     migrateCmd     `cmd:"" help:"Bring the database to the newest schema."`
	ShowConfig  configCmd      `cmd:"" name:"config" help:"Print the configuration in force, secrets masked."`
	Projections projectionsCmd `cmd:"" help:"List, rebuild and verify the read models."`
	Replay      replayCmd      `cmd:"" help:"Fold one order step by step; print what each event changed, and the state."`
	Capsule     capsuleCmd     `cmd:"" help:"Replay an order that was packed elsewhere, without a database."`
	Account     accountCmd     `cmd:"" help:"People's accounts: create, invite, list, erase, and the link that sets the installation up."`
	Backup      backupCmd      `cmd:"" help:"Back up the database, and mark moments to restore to."`
	Audit       auditCmd       `cmd:"" help:"Prove that the log is as it was, by its transparency log."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
	Picture     pictureCmd     `cmd:"" hidden:"" help:"Make pictures of the files that standard input describes, within limits."`
}

// environment contains what every command needs.
type environment struct {
	ctx context.Context
	cfg config.Config
	log *slog.Logger
	out io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "proofboard:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, errs io.Writer) error {
	var c cli
	parser, err := kong.New(
		&c,
		kong.Name("proofboard"),
		kong.Description("Design orders on a kanban board, proofs reviewed and approved, every step kept."),
		kong.Writers(out, errs),
		kong.UsageOnError(),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	c.Build = version
	if err := c.Validate(); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	return command.Run(&environment{ctx: ctx, cfg: c.Config, log: c.Logger(errs), out: out})
}

type (
	serveCmd  struct{}
	apiCmd    struct{}
	workerCmd struct{}
)

func (serveCmd) Run(e *environment) error  { return serve(e, core.All) }
func (apiCmd) Run(e *environment) error    { return serve(e, core.API) }
func (workerCmd) Run(e *environment) error { return serve(e, core.Worker) }

func serve(e *environment, part core.Part) error {
	p, err := program.OpenPart(e.ctx, part, e.cfg, e.log)
	if err != nil {
		return err
	}
	err = p.Run(e.ctx)
	if closeErr := p.Close(); err == nil {
		err = closeErr
	}
	return err
}

type migrateCmd struct{}

func (migrateCmd) Run(e *environment) error {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // nothing was written after the migration
	at, _, err := migrations.Version(e.ctx, core.Owner)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "The database has schema version %d.\n", at)
	return nil
}

type configCmd struct{}

func (configCmd) Run(e *environment) error {
	_, err := fmt.Fprintln(e.out, strings.Join(e.cfg.Lines(), "\n"))
	return err
}

type versionCmd struct{}

func (versionCmd) Run(e *environment) error {
	_, err := fmt.Fprintln(e.out, version)
	return err
}

// pictureCmd runs in a separate process, started by the thumbnails worker and for pictures that people
// send. Only this process decodes an image or a PDF.
type pictureCmd struct {
	PDF   bool   `name:"pdf" help:"Draw first pages of PDFs, instead of images."`
	Cache string `help:"Folder that keeps the compiled PDF renderer."`
}

func (c pictureCmd) Run(e *environment) error {
	return picture.Child{PDF: c.PDF, Cache: c.Cache}.Run(os.Stdin, e.out)
}
