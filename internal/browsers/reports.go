package browsers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Report is a crash of the web app in a browser.
type Report struct {
	Build   string // of the web app
	Page    string // path, without ids
	Message string
	Stack   string // the calls, one per line, the innermost first
	Browser string // that reported it last, like "Firefox on Linux"; empty if unknown
}

// Reported is what is known about a crash.
type Reported struct {
	ID string
	Report
	Count         int64 // how often it was reported
	First, Latest time.Time
}

const (
	maxReports     = 200 // different crashes; the one that was not reported for longest goes first
	reportsKeptFor = 30 * 24 * time.Hour
)

// AddReport counts a crash. Everything that could be personal is removed from it before.
func (s *Store) AddReport(ctx context.Context, r Report) error {
	r = r.masked()
	sum := sha256.Sum256([]byte(strings.Join([]string{r.Build, r.Page, r.Message, r.Stack}, "\x00")))
	id := hex.EncodeToString(sum[:16])
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(
			ctx,
			`insert into error_reports as r (id, build, page, message, stack, browser, first_at, last_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
			on conflict (id) do update set count = r.count + 1, last_at = excluded.last_at, browser = excluded.browser`,
			id,
			r.Build,
			r.Page,
			r.Message,
			r.Stack,
			r.Browser,
			s.clock(),
		)
		if err != nil {
			return err
		}
		_, err = tx.Exec(
			ctx,
			"delete from error_reports where id in (select id from error_reports order by last_at desc, id offset $1)",
			maxReports,
		)
		return err
	})
	return dberror.Of("error reports", err)
}

// Reports lists the crashes, the newest first.
func (s *Store) Reports(ctx context.Context) ([]Reported, error) {
	rows, err := s.pool.Query(
		ctx,
		`select id, build, page, message, stack, browser, count, first_at, last_at from error_reports
		order by last_at desc, id limit $1`,
		maxReports,
	)
	if err != nil {
		return nil, dberror.Of("error reports", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Reported, err error) {
		return r, row.Scan(
			&r.ID, &r.Build, &r.Page, &r.Message, &r.Stack, &r.Browser, &r.Count, &r.First, &r.Latest,
		)
	})
	return all, dberror.Of("error reports", err)
}

// RemoveReport removes a crash that is dealt with. It returns domain.ErrNotFound if there is none.
func (s *Store) RemoveReport(ctx context.Context, id string) error {
	tag, err := s.pool.Exec(ctx, "delete from error_reports where id = $1", id)
	if err == nil && tag.RowsAffected() == 0 {
		return domain.ErrNotFound
	}
	return dberror.Of("error reports", err)
}
