package main

import (
	"context"
	"fmt"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/backup"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/projections"
)

type backupCmd struct {
	Base baseBackupCmd `cmd:"" help:"Copy the running database into a folder, as pg_basebackup does."`
	Sums sumsCmd       `cmd:"" help:"Print the hash of the log and of each read model's tables, to compare a restored database."`
	Mark markCmd       `cmd:"" help:"Name this moment in the write-ahead log, to restore to, and wait until the archive holds it."`
}

type baseBackupCmd struct {
	Folder string `arg:"" help:"Folder to make: base.tar and backup_manifest." type:"path"`
}

func (c baseBackupCmd) Run(e *environment) error {
	dsn, done, err := databaseOf(e)
	if err != nil {
		return err
	}
	defer done()
	b, err := backup.Base(e.ctx, dsn, c.Folder)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s: %d MB, from %s to %s of the write-ahead log\n", c.Folder, b.Bytes>>20, b.Start, b.End)
	return nil
}

type sumsCmd struct{}

func (sumsCmd) Run(e *environment) error {
	dsn, done, err := databaseOf(e)
	if err != nil {
		return err
	}
	defer done()
	tables := []string{"events"}
	for _, p := range projections.All() {
		for _, t := range p.Tables {
			tables = append(tables, t.Name)
		}
	}
	sums, err := backup.Sums(e.ctx, dsn, tables)
	if err != nil {
		return err
	}
	for _, s := range sums {
		fmt.Fprintf(e.out, "%s %d %s\n", s.Table, s.Rows, s.SHA256)
	}
	return nil
}

type markCmd struct {
	Name string        `arg:"" help:"Name of the moment: recovery_target_name."`
	Wait time.Duration `help:"How long the archive may take." default:"1m"`
}

func (c markCmd) Run(e *environment) error {
	dsn, done, err := databaseOf(e)
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(e.ctx, c.Wait)
	defer cancel()
	m, err := backup.Mark(ctx, dsn, c.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(
		e.out, "%s is %s of the write-ahead log, at %s, and archived\n", c.Name, m.LSN,
		m.Time.UTC().Format("2006-01-02 15:04:05.000000-07"),
	)
	return nil
}

// databaseOf returns the DSN of the database with the rights of its owner. It finds the database of
// a server that already runs on the data folder. The caller calls done when it no longer needs the
// database.
func databaseOf(e *environment) (dsn string, done func(), err error) {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return "", nil, err
	}
	return core.Owner, func() { _ = core.Close() }, nil
}
