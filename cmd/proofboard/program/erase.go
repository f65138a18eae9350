package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/files"
)

// erasures is the register of who was erased: an empty object for each in the file store, apart from the database and its backups, so that
// a restored database is told whom it must not bring back (BY-041).
const erasures = "erasures/"

// registerWithin is how long a start waits for the file store that holds the register.
const registerWithin = 10 * time.Second

// Erase removes a person: first they are noted in the register and the key of what they wrote is destroyed, so that a failure half-way can
// be repeated. Then their address leaves the database's files and the mail folder, as far as that can be done now: left says what remains.
func (p *Core) Erase(ctx context.Context, person uuid.UUID) (left []string, err error) {
	known, err := p.Accounts.Find(ctx, person.String())
	if err != nil {
		return nil, err
	}
	store, err := p.keys(ctx)
	if err != nil {
		return nil, err
	}
	if err := store.Put(ctx, erasures+person.String(), bytes.NewReader(nil), 0, "text/plain"); err != nil {
		return nil, fmt.Errorf("register of erasures: %w", err)
	}
	if err := p.eraseHere(ctx, person); err != nil {
		return nil, err
	}
	if err := p.eraseMail(known.Email); err != nil {
		left = append(left, err.Error())
	}
	return append(left, p.clean(ctx)...), nil
}

// eraseHere erases a person from the database, and the key of what they wrote.
func (p *Core) eraseHere(ctx context.Context, person uuid.UUID) error {
	if err := p.Vault.Destroy(ctx, person); err != nil {
		return err
	}
	return p.Accounts.Erase(ctx, person)
}

// eraseMail removes what the mail folder keeps for an address. Without a mail server mail lies there.
func (p *Core) eraseMail(address string) error {
	if p.cfg.SMTPURL != "" {
		return nil
	}
	sink, err := embedded.OpenMailSink(filepath.Join(p.cfg.Data, "mail"))
	if err != nil {
		return fmt.Errorf("mail folder: %w", err)
	}
	return sink.Forget(address)
}

// rewritten are the tables that hold what people are called and how they are reached.
var rewritten = []string{"users", "guests", "guest_sessions", "sessions", "mail_settings", "notification_scopes"}

// clean rewrites the tables that held a person, with their indexes and statistics, and lets the write-ahead log from before go: what was
// deleted stays in pages and log files until then. It says what the database does not let this role do.
func (p *Core) clean(ctx context.Context) (left []string) {
	conn, err := pgx.Connect(ctx, p.owner)
	if err != nil {
		return []string{fmt.Sprintf("the database's files still hold what was deleted: %v", err)}
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	do := func(what string, statements ...string) {
		for _, sql := range statements {
			if _, err := conn.Exec(ctx, sql); err != nil {
				left = append(left, fmt.Sprintf("%s (%s: %v)", what, sql, err))
				return
			}
		}
	}
	do("the tables' files still hold what was deleted", "vacuum (full, analyze) "+strings.Join(rewritten, ", "))
	do("the database's statistics may still hold an address", "vacuum full pg_statistic")
	// Log files that are kept for use again keep their bytes: twice on to a new one, and the old ones are removed instead.
	checkpoint := []string{"select pg_switch_wal()", "checkpoint", "select pg_switch_wal()", "checkpoint"}
	if p.cfg.DatabaseURL == "" {
		do(
			"the write-ahead log may keep what was deleted", "alter system set wal_recycle = off",
			"alter system set min_wal_size = '32MB'", "select pg_reload_conf()",
		)
		if err := p.reloaded(ctx); err != nil {
			left = append(left, fmt.Sprintf("the write-ahead log may keep what was deleted: %v", err))
		}
		defer do(
			"the write-ahead log's settings were not put back", "alter system reset wal_recycle",
			"alter system reset min_wal_size", "select pg_reload_conf()",
		)
	}
	do("the write-ahead log still holds what was deleted until the next checkpoints", checkpoint...)
	return left
}

// reloaded waits until log files are not kept for use again. A server process that starts has the settings of its parent, which has told
// those that were there before it took the new one on: so the next checkpoint knows them too.
func (p *Core) reloaded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, p.owner)
		if err != nil {
			return err
		}
		var recycle string
		err = errors.Join(conn.QueryRow(ctx, "show wal_recycle").Scan(&recycle), conn.Close(ctx))
		if err != nil || recycle == "off" {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// eraseAgain erases those of the register whom the database knows, as one that was restored from before their erasure does.
func (p *Core) eraseAgain(ctx context.Context, store *files.Store) error {
	wait, cancel := context.WithTimeout(ctx, registerWithin)
	defer cancel()
	keys, err := store.List(wait, erasures)
	if err != nil {
		return fmt.Errorf("the register of erasures cannot be read: %w", err)
	}
	var ids []uuid.UUID
	for _, k := range keys {
		if id, err := uuid.Parse(strings.TrimPrefix(k, erasures)); err == nil {
			ids = append(ids, id)
		}
	}
	back, err := p.Accounts.NotErased(ctx, ids)
	if err != nil || len(back) == 0 {
		return err
	}
	var failed []error
	for _, id := range back {
		failed = append(failed, p.eraseHere(ctx, id))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	p.log.Warn(
		"people who had been erased were in the database, as after a restore, and are erased again", "people",
		len(back),
	)
	for _, l := range p.clean(ctx) {
		p.log.Warn("after an erasure", "left", l)
	}
	return nil
}

// applyRegister applies the register before anybody is served. Where the file store is away it is tried again until it is there.
func (p *Program) applyRegister(ctx context.Context) error {
	err := p.eraseAgain(ctx, p.store.s3)
	if err == nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, files.ErrUnavailable) {
		return err
	}
	p.log.Error(
		"the register of erasures cannot be read: somebody who was erased may be back until it can, if this database was restored",
		"error",
		err,
	)
	p.unregistered = true
	return nil
}

// keepApplying applies the register once the file store is there.
func (p *Program) keepApplying(ctx context.Context) error {
	for p.unregistered {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(registerWithin):
		}
		p.unregistered = p.eraseAgain(ctx, p.store.s3) != nil
	}
	return nil
}
