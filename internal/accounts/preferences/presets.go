package preferences

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

const (
	maxPresets    = 100 // per person; presets of the archive have their own limit
	maxPresetName = 30  // characters (SH-248)
)

// Errors of presets.
var (
	ErrPresetName = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "preset.name_invalid",
		Message: "A preset's name has 1 to 30 characters.",
	}
	ErrTooManyPresets = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "preset.too_many",
		Message: "You have 100 presets. Please delete one first.",
	}
)

// Preset is a saved filter. Fields holds the filter values by query parameter name of GET /order.
type Preset struct {
	ID       uuid.UUID
	Person   uuid.UUID
	Archived bool // the preset filters the archive
	Name     string
	Fields   map[string]string
}

func (p *Preset) check() error {
	p.Name = strings.TrimSpace(p.Name)
	if n := utf8.RuneCountInString(p.Name); n < 1 || n > maxPresetName {
		return ErrPresetName
	}
	return domain.Legible(p.Name)
}

const presetColumns = "id, person, archived, name, fields"

func scanPreset(row pgx.CollectableRow) (p Preset, err error) {
	return p, row.Scan(&p.ID, &p.Person, &p.Archived, &p.Name, &p.Fields)
}

// Presets returns a person's presets, sorted by name.
func (s *Store) Presets(ctx context.Context, person uuid.UUID, archived bool) ([]Preset, error) {
	rows, err := s.pool.Query(
		ctx,
		"select "+presetColumns+" from filter_presets where person = $1 and archived = $2 order by lower(name), id limit $3",
		person,
		archived,
		maxPresets,
	)
	if err != nil {
		return nil, dberror.Of("presets", err)
	}
	presets, err := pgx.CollectRows(rows, scanPreset)
	return presets, dberror.Of("presets", err)
}

// AddPreset stores a new preset. If the preset exists already, AddPreset returns it unchanged
// (D-31).
func (s *Store) AddPreset(ctx context.Context, p Preset, at time.Time) (Preset, error) {
	if err := p.check(); err != nil {
		return p, err
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// Lock the person: otherwise two concurrent calls could both add the hundredth preset.
		if _, err := tx.Exec(ctx, "select from users where id = $1 for update", p.Person); err != nil {
			return err
		}
		kept, err := onePreset(
			ctx, tx, "select "+presetColumns+" from filter_presets where id = $1 and person = $2 and archived = $3",
			p.ID, p.Person, p.Archived,
		)
		if err == nil || !errors.Is(err, pgx.ErrNoRows) {
			p = kept
			return err
		}
		var count int
		if err := tx.QueryRow(ctx, "select count(*) from filter_presets where person = $1 and archived = $2", p.Person, p.Archived).
			Scan(&count); err != nil {
			return err
		}
		if count >= maxPresets {
			return ErrTooManyPresets
		}
		_, err = tx.Exec(
			ctx,
			"insert into filter_presets (id, person, archived, name, fields, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)",
			p.ID,
			p.Person,
			p.Archived,
			p.Name,
			p.Fields,
			at,
		)
		return err
	})
	return p, dberror.Of("preset", err)
}

// ChangePreset replaces the name and the fields of a person's preset. It returns domain.ErrNotFound
// if the person has no such preset.
func (s *Store) ChangePreset(ctx context.Context, p Preset, at time.Time) (Preset, error) {
	if err := p.check(); err != nil {
		return p, err
	}
	changed, err := onePreset(
		ctx,
		s.pool,
		"update filter_presets set name = $4, fields = $5, updated_at = $6 where id = $1 and person = $2 and archived = $3 returning "+presetColumns,
		p.ID,
		p.Person,
		p.Archived,
		p.Name,
		p.Fields,
		at,
	)
	return changed, dberror.Of("preset", err)
}

// DeletePreset removes and returns a person's preset. It returns domain.ErrNotFound if the person
// has no such preset.
func (s *Store) DeletePreset(ctx context.Context, id, person uuid.UUID, archived bool) (Preset, error) {
	gone, err := onePreset(
		ctx, s.pool,
		"delete from filter_presets where id = $1 and person = $2 and archived = $3 returning "+presetColumns, id,
		person, archived,
	)
	return gone, dberror.Of("preset", err)
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func onePreset(ctx context.Context, q querier, sql string, args ...any) (Preset, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return Preset{}, fmt.Errorf("preset: %w", err)
	}
	return pgx.CollectExactlyOneRow(rows, scanPreset)
}
