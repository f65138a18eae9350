// Package erasure removes the personal data of people: their key, their accounts, their mail, and
// what is left of them in the files of the database.
package erasure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/vault"
	"github.com/proofboard/proofboard/internal/files"
)

// erasures is the prefix of the register of erased people in the file store, with one empty object
// for each person. The register is separate from the database and its backups, so that the program
// can erase these people again after a restore (BY-041).
const erasures = "erasures/"

// registerWithin limits how long a start waits for the file store, which contains the register.
const registerWithin = 10 * time.Second

// Mail is the folder of mails that were not sent.
type Mail interface {
	// Forget removes the mails to an address.
	Forget(address string) error
}

// Eraser erases people.
type Eraser struct {
	Accounts *accounts.Store
	Vault    *vault.Vault
	Files    func(context.Context) (*files.Store, error) // the file store, which contains the register
	Mail     func() (Mail, error)                        // nil if mail is sent
	Owner    string                                      // DSN of the database with the rights of its owner
	Embedded bool                                        // the database is the embedded one
	Log      *slog.Logger
}

// Erase removes a person and can be repeated after a failure. It returns in left what it could not
// remove yet. It returns domain.ErrNotFound for somebody who never existed.
func (e *Eraser) Erase(ctx context.Context, person uuid.UUID) (left []string, err error) {
	return e.EraseAll(ctx, []uuid.UUID{person})
}

// EraseAll removes people, and can be repeated after a failure. First it writes the register entry
// of each and destroys the key of their texts. Then it removes their addresses from the mail folder
// and, once for all of them, from the database files. It returns in left what it could not remove
// yet.
func (e *Eraser) EraseAll(ctx context.Context, people []uuid.UUID) (left []string, err error) {
	store, err := e.Files(ctx)
	if err != nil {
		return nil, err
	}
	for _, person := range people {
		known, err := e.Accounts.Find(ctx, person.String())
		if err != nil {
			return nil, err
		}
		if err := store.Put(ctx, erasures+person.String(), bytes.NewReader(nil), 0, "text/plain"); err != nil {
			return nil, fmt.Errorf("register of erasures: %w", err)
		}
		if err := e.eraseHere(ctx, person); err != nil {
			return nil, err
		}
		if err := e.eraseMail(known.Email); err != nil {
			left = append(left, err.Error())
		}
	}
	return append(left, e.clean(ctx)...), nil
}

// eraseHere erases a person from the database and destroys the key of their texts.
func (e *Eraser) eraseHere(ctx context.Context, person uuid.UUID) error {
	if err := e.Vault.Destroy(ctx, person); err != nil {
		return err
	}
	return e.Accounts.Erase(ctx, person)
}

// eraseMail removes the stored mails to an address, if mail is stored instead of being sent.
func (e *Eraser) eraseMail(address string) error {
	if e.Mail == nil {
		return nil
	}
	folder, err := e.Mail()
	if err != nil {
		return fmt.Errorf("mail folder: %w", err)
	}
	return folder.Forget(address)
}

// rewritten lists the tables that contain names and addresses of people.
var rewritten = []string{
	"people",
	"logins",
	"guests",
	"guest_sessions",
	"sessions",
	"mail_settings",
	"notification_scopes",
	"avatars",
	"account_factors",
}

// clean rewrites the tables that contained a person, with their indexes and statistics, and makes
// PostgreSQL remove the older write-ahead log. Otherwise deleted data would remain in pages and log
// files. It returns a description of each step that the database role may not do.
func (e *Eraser) clean(ctx context.Context) (left []string) {
	conn, err := pgx.Connect(ctx, e.Owner)
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
	if err := oldReadersGone(ctx, conn); err != nil {
		left = append(left, fmt.Sprintf("the tables' files may still hold what was deleted: %v", err))
	}
	do("the tables' files still hold what was deleted", "vacuum (full, analyze) "+strings.Join(rewritten, ", "))
	do("the database's statistics may still hold an address", "vacuum full pg_statistic")
	// PostgreSQL recycles old log files without deleting their content. Without recycling, two
	// switches with checkpoints remove the old files.
	checkpoint := []string{"select pg_switch_wal()", "checkpoint", "select pg_switch_wal()", "checkpoint"}
	if e.Embedded {
		do(
			"the write-ahead log may keep what was deleted", "alter system set wal_recycle = off",
			"alter system set min_wal_size = '32MB'", "select pg_reload_conf()",
		)
		if err := e.reloaded(ctx); err != nil {
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
func (e *Eraser) reloaded(ctx context.Context) error {
	return await(ctx, 10*time.Second, "the setting does not arrive", func() (bool, error) {
		conn, err := pgx.Connect(ctx, e.Owner)
		if err != nil {
			return false, err
		}
		var recycle string
		err = errors.Join(conn.QueryRow(ctx, "show wal_recycle").Scan(&recycle), conn.Close(ctx))
		return recycle == "off", err
	})
}

// oldReadersGone waits until no transaction is open that may still read what was deleted. PostgreSQL
// keeps deleted rows as long, also when it rewrites a table.
func oldReadersGone(ctx context.Context, conn *pgx.Conn) error {
	var now string
	if err := conn.QueryRow(ctx, "select pg_current_xact_id()::xid::text").Scan(&now); err != nil {
		return err
	}
	return await(ctx, time.Minute, "an older transaction stays open", func() (gone bool, err error) {
		err = conn.QueryRow(ctx, `select not exists (select from pg_stat_activity where pid <> pg_backend_pid()
			and datname = current_database() and age(backend_xmin) > age($1::text::xid))`, now).Scan(&gone)
		return gone, err
	})
}

// await asks again and again until the answer is yes. After some time it fails with what is wrong.
func await(ctx context.Context, atMost time.Duration, wrong string, ask func() (bool, error)) error {
	for end := time.After(atMost); ; {
		if yes, err := ask(); yes || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-end:
			return fmt.Errorf("%s for more than %s", wrong, atMost)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Again erases the people of the register who are in the database. They are there if the
// database was restored from a backup that is older than their erasure.
func (e *Eraser) Again(ctx context.Context, store *files.Store) error {
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
	back, err := e.Accounts.NotErased(ctx, ids)
	if err != nil || len(back) == 0 {
		return err
	}
	var failed []error
	for _, id := range back {
		failed = append(failed, e.eraseHere(ctx, id))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	e.Log.Warn(
		"people who had been erased were in the database, as after a restore, and are erased again", "people",
		len(back),
	)
	for _, l := range e.clean(ctx) {
		e.Log.Warn("after an erasure", "left", l)
	}
	return nil
}
