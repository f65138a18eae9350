// Package backup takes base backups of a running PostgreSQL as pg_basebackup does, and creates
// restore points in its write-ahead log. The embedded PostgreSQL does not include the tools for
// this.
package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// The names of the files in a base backup.
const (
	Tar      = "base.tar"        // the data folder, with the write-ahead log that a restore needs
	Manifest = "backup_manifest" // the manifest that pg_verifybackup reads
	unready  = ".unready"
)

// Errors that an operator can correct.
var (
	ErrThere      = errors.New("there is a base backup already: name another folder")
	ErrTablespace = errors.New("the server has tablespaces of its own, which this does not copy: use pg_basebackup")
)

// Based describes which part of the write-ahead log a base backup contains.
type Based struct {
	Start, End string // log sequence numbers
	Bytes      int64
}

// Base copies the data of a running server into a folder, which it creates. The role of the DSN
// needs the right to replicate. An interrupted backup has no complete tar file, so it cannot be
// mistaken for a complete backup.
func Base(ctx context.Context, dsn, folder string) (Based, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Based{}, err
	}
	tar := filepath.Join(folder, Tar)
	if _, err := os.Stat(tar); err == nil {
		return Based{}, fmt.Errorf("%s: %w", tar, ErrThere)
	}
	cfg, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return Based{}, fmt.Errorf("database: %w", err)
	}
	conn, err := replication(ctx, cfg)
	if err != nil {
		return Based{}, fmt.Errorf("connect for replication: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // only read
	c := copying{conn: conn, folder: folder}
	conn.Frontend().
		Send(&pgproto3.Query{String: "BASE_BACKUP (LABEL 'proofboard', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')"})
	if err := conn.Frontend().Flush(); err != nil {
		return Based{}, err
	}
	err = c.receive(ctx)
	if err = errors.Join(err, c.close()); err != nil {
		return Based{}, fmt.Errorf("base backup: %w", err)
	}
	if len(c.positions) != 2 || c.archives != 1 {
		return Based{}, fmt.Errorf(
			"base backup: the server sent %d archives and %d positions", c.archives, len(c.positions),
		)
	}
	for _, name := range []string{Manifest, Tar} { // the tar is last: if it exists, the backup is complete
		if err := os.Rename(filepath.Join(folder, name+unready), filepath.Join(folder, name)); err != nil {
			return Based{}, err
		}
	}
	return Based{c.positions[0], c.positions[1], c.bytes}, syncFolder(folder)
}

// replication connects for replication to the first server of a DSN that has the properties that the
// DSN asks for (target_session_attrs). An ordinary connection finds that out, because one for
// replication takes no queries.
func replication(ctx context.Context, cfg *pgconn.Config) (*pgconn.PgConn, error) {
	hosts := append(
		[]*pgconn.FallbackConfig{{Host: cfg.Host, Port: cfg.Port, TLSConfig: cfg.TLSConfig}},
		cfg.Fallbacks...)
	var failed []error
	for _, h := range hosts {
		one := cfg.Copy()
		one.Host, one.Port, one.TLSConfig, one.Fallbacks = h.Host, h.Port, h.TLSConfig, nil
		fits, err := pgconn.ConnectConfig(ctx, one)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		_ = fits.Close(ctx)
		one.ValidateConnect = nil
		one.RuntimeParams["replication"] = "true"
		conn, err := pgconn.ConnectConfig(ctx, one)
		var pe *pgconn.PgError
		if errors.As(err, &pe) && pe.Code == "42501" {
			return nil, fmt.Errorf("a superuser must run once: alter role %q replication; (%w)", cfg.User, err)
		}
		if err == nil {
			return conn, nil
		}
		failed = append(failed, err)
	}
	return nil, errors.Join(failed...)
}

// copying is the state of a base backup in progress.
type copying struct {
	conn      *pgconn.PgConn
	folder    string
	file      *os.File
	archives  int
	bytes     int64
	table     int // results so far: start, tablespaces, end
	positions []string
}

func (c *copying) receive(ctx context.Context) error {
	for {
		m, err := c.conn.ReceiveMessage(ctx)
		if err != nil {
			return err
		}
		switch m := m.(type) {
		case *pgproto3.ErrorResponse:
			return pgconn.ErrorResponseToPgError(m)
		case *pgproto3.RowDescription:
			c.table++
		case *pgproto3.DataRow:
			if c.table != 2 && len(m.Values) > 0 {
				c.positions = append(c.positions, string(m.Values[0]))
			}
			if c.table == 2 && len(m.Values) > 0 && m.Values[0] != nil {
				return ErrTablespace
			}
		case *pgproto3.CopyData:
			if err := c.data(m.Data); err != nil {
				return err
			}
		case *pgproto3.ReadyForQuery:
			return nil
		}
	}
}

// data handles one copy message. Its first byte is the type: n starts an archive, m starts the
// manifest, d carries content, and p reports progress.
func (c *copying) data(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	switch b[0] {
	case 'n':
		c.archives++
		name, _, _ := bytes.Cut(b[1:], []byte{0})
		if string(name) != Tar {
			return ErrTablespace
		}
		return c.open(Tar)
	case 'm':
		return c.open(Manifest)
	case 'd':
		n, err := c.file.Write(b[1:])
		c.bytes += int64(n)
		return err
	}
	return nil
}

func (c *copying) open(name string) (err error) {
	if err := c.close(); err != nil {
		return err
	}
	//nolint:gosec // G304: the operator names the folder.
	c.file, err = os.OpenFile(filepath.Join(c.folder, name+unready), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	return err
}

func (c *copying) close() error {
	if c.file == nil {
		return nil
	}
	f := c.file
	c.file = nil
	return errors.Join(f.Sync(), f.Close())
}

func syncFolder(folder string) error {
	d, err := os.Open(folder) //nolint:gosec // G304: the operator names it.
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
