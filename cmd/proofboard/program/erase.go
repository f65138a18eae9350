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

// erasures is the prefix of the register of erased people in the file store, with one empty object
// for each person. The register is separate from the database and its backups, so that the program
// can erase these people again after a restore (BY-041).
const erasures = "erasures/"

// registerWithin limits how long a start waits for the file store, which contains the register.
const registerWithin = 10 * time.Second

// Erase removes a person and can be repeated after a failure. First it writes the register entry
// and destroys the key of the person's texts. Then it removes their address from the database files
// and the mail folder. It returns in left what it could not remove yet.
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

// eraseHere erases a person from the database and destroys the key of their texts.
func (p *Core) eraseHere(ctx context.Context, person uuid.UUID) error {
	if err := p.Vault.Destroy(ctx, person); err != nil {
		return err
	}
	return p.Accounts.Erase(ctx, person)
}

// eraseMail removes the stored mails to an address from the mail folder. The program stores mail
// there if no mail server is configured.
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

// rewritten lists the tables that contain names and addresses of people.
var rewritten = []string{"users", "guests", "guest_sessions", "sessions", "mail_settings", "notification_scopes"}

// clean rewrites the tables that contained a person, with their indexes and statistics, and makes
// PostgreSQL remove the older write-ahead log. Otherwise deleted data would remain in pages and log
// files. It returns a description of each step that the database role may not do.
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
	// PostgreSQL recycles old log files without deleting their content. Without recycling, two
	// switches with checkpoints remove the old files.
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

// reloaded waits until PostgreSQL no longer recycles log files. A new server process has the
// settings of its parent. The parent notifies the existing processes of new settings before it uses
// them itself. So if a new process has the setting, the next checkpoint uses it too.
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

// eraseAgain erases the people of the register who are in the database. They are there if the
// database was restored from a backup that is older than their erasure.
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

// applyRegister applies the register before the program serves requests. If the file store is
// unavailable, the program retries later.
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

// keepApplying retries until the file store is available, then applies the register.
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
