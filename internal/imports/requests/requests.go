// Package requests stores imports that people asked for: their files, how far each is, and what became of its rows.
package requests

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/imports"
	"github.com/proofboard/proofboard/internal/jobs"
)

// Errors of imports.
var (
	ErrRunning = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "import.running",
		Message: "Another import of this account is running. Wait until it has ended, or cancel it.",
	}
	ErrState = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "import.state_forbids",
		Message: "This is not possible for the import now. Reload the page to see how far it is.",
	}
	ErrPart = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "import.part_invalid",
		Message: "Each part of a file but its last has 512 KiB, and the parts have the size that was announced.",
	}
	ErrNothing = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "import.nothing",
		Message: "This import would create nothing. Correct the file, or how it is read, and check it again.",
	}
	ErrIncomplete = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "import.file_incomplete",
		Message: "The file has not arrived completely. Choose it again.",
	}
)

// PartBytes is the size of each part of a file but its last.
const PartBytes = 512 << 10

// Limits in time.
const (
	kept       = 30 * 24 * time.Hour // an import
	unfinished = 24 * time.Hour      // a file that is not imported
)

// shown is the largest number of imports in a list.
const shown = 20

// State is how far an import is.
type State string

const (
	Receiving State = "receiving" // the file comes in parts
	Checking  State = "checking"
	Checked   State = "checked" // waits for the person
	Importing State = "importing"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Import is what a person moves in with.
type Import struct {
	ID           uuid.UUID
	Client       string
	Customer     uuid.UUID // Nil: of the client itself
	Person       uuid.UUID
	Impersonator uuid.UUID
	Kind         imports.Kind
	FileName     string
	Size         int
	TimeZone     string
	CreatedAt    time.Time
	State        State
	ResumesAt    *time.Time // if it waits until then
	ConfirmedAt  *time.Time
	EndedAt      *time.Time
	Failure      string                  // why it failed, in words for the person
	Statuses     map[string]order.Status // of lists, empty: leave out
	Lists        []imports.List
	Reading      imports.Reading // of a CSV file, as the person wants it
	Layout       *imports.Layout // of a CSV file, until the import has ended
	Stays        *imports.NotImported
	Result
}

// Result is what is known of the rows of an import.
type Result struct {
	Rows     int
	Accepted int // rows that can be imported, or were before
	Handled  int // of the accepted ones, so far
	Created  int
	Existing int // of the accepted ones, imported before
	LeftOut  int // cards of lists that the person leaves out
	Problems imports.Problems
}

// Fresh returns how many of the accepted rows were not imported before.
func (r *Result) Fresh() int { return r.Accepted - r.Existing }

// Parts returns how many parts the file has.
func (i *Import) Parts() int { return (i.Size + PartBytes - 1) / PartBytes }

// Store stores imports.
type Store struct{ pool *pgxpool.Pool }

// NewStore returns the imports of a database.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }

const columns = `id, client_id, coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), person,
	coalesce(impersonator, '00000000-0000-0000-0000-000000000000'), kind, file_name, size, time_zone, created_at, state,
	(select due_at from jobs where jobs.kind = 'imports' and jobs.id = imports.id
		and holder is null and due_at > greatest(asked_at, now())),
	confirmed_at, ended_at, statuses, lists, row_count, accepted, handled, created, existing, left_out, failure, reading, stays, problem_count, `

// brief are the columns of an import without its problems and its layout, which can be large.
const (
	whole = columns + "problems, layout"
	brief = columns + "'[]'::jsonb, null::jsonb"
)

func scan(row pgx.CollectableRow) (i Import, err error) {
	return i, row.Scan(
		&i.ID,
		&i.Client,
		&i.Customer,
		&i.Person,
		&i.Impersonator,
		&i.Kind,
		&i.FileName,
		&i.Size,
		&i.TimeZone,
		&i.CreatedAt,
		&i.State,
		&i.ResumesAt,
		&i.ConfirmedAt,
		&i.EndedAt,
		&i.Statuses,
		&i.Lists,
		&i.Rows,
		&i.Accepted,
		&i.Handled,
		&i.Created,
		&i.Existing,
		&i.LeftOut,
		&i.Failure,
		&i.Reading,
		&i.Stays,
		&i.Problems.Count,
		&i.Problems.List,
		&i.Layout,
	)
}

// Begin stores a new import, whose file comes in parts. It replaces files of the same person and account that
// were not imported. Repeating the same id has no effect.
func (s *Store) Begin(ctx context.Context, i Import) error {
	return s.failed(pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(
			ctx,
			`insert into imports (id, client_id, customer_id, person, impersonator, kind, file_name, size, time_zone,
			created_at, state) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'receiving') on conflict (id) do nothing`,
			i.ID, i.Client, some(i.Customer), i.Person, some(i.Impersonator), i.Kind, i.FileName, i.Size, i.TimeZone,
			i.CreatedAt,
		)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(
			ctx,
			`delete from imports where client_id = $1 and customer_id is not distinct from $2 and person = $3 and id <> $4
			and state in ('receiving', 'checked')`,
			i.Client,
			some(i.Customer),
			i.Person,
			i.ID,
		)
		return err
	}))
}

func some(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// AddPart stores a part of the file. A part that comes again replaces the first.
func (s *Store) AddPart(ctx context.Context, i Import, number int, content []byte) error {
	want := PartBytes
	if number == i.Parts()-1 {
		want = i.Size - number*PartBytes
	}
	switch {
	case number < 0 || number >= i.Parts() || len(content) != want:
		return ErrPart
	case i.State != Receiving:
		return ErrState
	}
	_, err := s.pool.Exec(
		ctx,
		`insert into import_parts (import, number, content) select id, $2, $3 from imports where id = $1 and state = 'receiving'
		on conflict (import, number) do update set content = excluded.content`,
		i.ID,
		number,
		content,
	)
	return s.failed(err)
}

// Choices are what a person chooses for the check of a file: the statuses of the lists of a board, and how a CSV file
// is read.
type Choices struct {
	Statuses map[string]order.Status
	Reading  imports.Reading
}

// Check asks for a check of the file.
func (s *Store) Check(ctx context.Context, i Import, c Choices, at time.Time) error {
	if i.State == Receiving {
		var parts int
		err := s.pool.QueryRow(ctx, "select count(*) from import_parts where import = $1", i.ID).Scan(&parts)
		if err != nil {
			return s.failed(err)
		}
		if parts != i.Parts() {
			return ErrIncomplete
		}
	}
	if c.Statuses == nil {
		c.Statuses = map[string]order.Status{}
	}
	return s.ask(
		ctx, i, at, "state = 'checking', statuses = $2, reading = $3", "state in ('receiving', 'checked')", c.Statuses,
		c.Reading,
	)
}

// Confirm asks for the import of a file that was checked. It returns ErrNothing if the import would create nothing.
func (s *Store) Confirm(ctx context.Context, i Import, at time.Time) error {
	if i.State == Checked && i.Fresh() == 0 {
		return ErrNothing
	}
	return s.ask(
		ctx, i, at, "state = 'importing', confirmed_at = $2", "state = 'checked' and accepted > existing", at,
	)
}

// ask changes an import whose state allows it, and adds its job. The one of the check before may not have ended yet.
func (s *Store) ask(ctx context.Context, i Import, at time.Time, set, where string, args ...any) error {
	account := i.Client
	if i.Customer != uuid.Nil {
		account = i.Customer.String()
	}
	return s.failed(pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := to(ctx, tx, i.ID, set, where, args...); err != nil {
			return err
		}
		return jobs.Again(ctx, tx, jobs.Job{Kind: jobs.Imports, ID: i.ID, Account: account, AskedAt: at})
	}))
}

// Cancel ends an import. What it has created stays.
func (s *Store) Cancel(ctx context.Context, id uuid.UUID, at time.Time) error {
	return s.end(ctx, id, Cancelled, "", at, "state in ('receiving', 'checking', 'checked', 'importing')")
}

// to changes an import whose state allows it, and returns ErrState for others.
func to(ctx context.Context, db jobs.DB, id uuid.UUID, set, where string, args ...any) error {
	tag, err := db.Exec(ctx, "update imports set "+set+" where id = $1 and "+where, append([]any{id}, args...)...)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrState
	}
	return err
}

// end ends an import, and removes its file with the samples of it.
func (s *Store) end(ctx context.Context, id uuid.UUID, as State, failure string, at time.Time, where string) error {
	return s.failed(pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		err := to(
			ctx,
			tx,
			id,
			"state = $2, ended_at = $3, failure = $4, resumes_at = null, layout = null",
			where,
			as,
			at,
			failure,
		)
		if err == nil {
			_, err = tx.Exec(ctx, "delete from import_parts where import = $1", id)
		}
		if err != nil || as != Cancelled {
			return err
		}
		return jobs.Drop(ctx, tx, jobs.Imports, id)
	}))
}

// Find returns an import, or domain.ErrNotFound.
func (s *Store) Find(ctx context.Context, id uuid.UUID) (Import, error) {
	all, err := s.all(ctx, "select "+whole+" from imports where id = $1", id)
	if err == nil && len(all) == 0 {
		err = domain.ErrNotFound
	}
	if err != nil {
		return Import{}, err
	}
	return all[0], nil
}

// Of returns the newest imports of a person, without their problems.
func (s *Store) Of(ctx context.Context, person uuid.UUID) ([]Import, error) {
	return s.all(
		ctx, "select "+brief+" from imports where person = $1 order by created_at desc, id limit $2", person, shown,
	)
}

// Adopt makes jobs of imports that wait without one, because a process of an earlier version took them.
func (s *Store) Adopt(ctx context.Context) error {
	return jobs.Adopt(ctx, s.pool, jobs.Imports, `select id, coalesce(customer_id::text, client_id),
		coalesce(confirmed_at, created_at) from imports where state in ('checking', 'importing')`)
}

// Content returns the file of an import.
func (s *Store) Content(ctx context.Context, i Import) ([]byte, error) {
	rows, err := s.pool.Query(ctx, "select content from import_parts where import = $1 order by number", i.ID)
	if err != nil {
		return nil, s.failed(err)
	}
	content := make([]byte, 0, i.Size)
	var part []byte
	_, err = pgx.ForEachRow(rows, []any{&part}, func() error { content = append(content, part...); return nil })
	if err == nil && len(content) != i.Size {
		err = ErrIncomplete
	}
	return content, s.failed(err)
}

// Report stores the result of a check.
func (s *Store) Report(ctx context.Context, i Import) error {
	return s.failed(to(
		ctx, s.pool, i.ID,
		`state = 'checked', lists = $2, row_count = $3, accepted = $4, existing = $5, left_out = $6, problems = $7,
		problem_count = $8, layout = $9, stays = $10`, "state = 'checking'",
		listed(i.Lists), i.Rows, i.Accepted, i.Existing, i.LeftOut, listed(i.Problems.List), i.Problems.Count, i.Layout,
		i.Stays,
	))
}

// Progress stores how far an import is. It returns ErrState if the import was cancelled.
func (s *Store) Progress(ctx context.Context, i Import) error {
	return s.failed(to(
		ctx,
		s.pool,
		i.ID,
		"accepted = $2, handled = $3, created = $4, existing = $5, problems = $6, problem_count = $7",
		"state = 'importing'",
		i.Accepted,
		i.Handled,
		i.Created,
		i.Existing,
		listed(i.Problems.List),
		i.Problems.Count,
	))
}

// Finish ends an import that was done.
func (s *Store) Finish(ctx context.Context, i Import, at time.Time) error {
	return s.end(ctx, i.ID, Done, "", at, "state = 'importing'")
}

// Fail ends an import that failed for good. why is for the person who imports.
func (s *Store) Fail(ctx context.Context, i Import, why string, at time.Time) error {
	return s.end(ctx, i.ID, Failed, why, at, "state in ('checking', 'importing')")
}

func listed[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// Sweep removes old imports, those of deleted accounts, and files that nobody imported within a day.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	_, err := s.pool.Exec(
		ctx,
		`delete from imports i where created_at < $1
		or created_at < $2 and state in ('receiving', 'checked')
		or exists (select from account_customers c where c.id = i.customer_id and c.state = $3)`,
		now.Add(-kept), now.Add(-unfinished), customer.Deleted,
	)
	return s.failed(err)
}

// Here returns those of some addresses that members of an account have, in lower case. The same address in
// another account is nobody's business (D-82). account is the key of accounts.AccountKey.
func (s *Store) Here(ctx context.Context, account string, addresses []string) (here []string, err error) {
	rows, err := s.pool.Query(
		ctx,
		`select lower(p.email) from people p join account_members m on m.person = p.id
		where p.account = $1 and lower(p.email) = any($2) and m.state <> $3`,
		account, addresses, member.Deleted,
	)
	if err == nil {
		here, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	return here, s.failed(err)
}

func (s *Store) all(ctx context.Context, sql string, args ...any) ([]Import, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, s.failed(err)
	}
	all, err := pgx.CollectRows(rows, scan)
	return all, s.failed(err)
}

// failed returns the product's error for one of the database.
func (s *Store) failed(err error) error {
	if known, ok := errors.AsType[*domain.Error](err); ok {
		return known
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.ConstraintName == "imports_working" {
		return ErrRunning
	}
	return dberror.Of("imports", err)
}
