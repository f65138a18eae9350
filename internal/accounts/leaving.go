package accounts

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Leaving implements commands.People.
func (s *Store) Leaving(ctx context.Context, id uuid.UUID) (bool, error) {
	x, err := s.Exceptions(ctx)
	return x.Leaving[id], err
}

// erasedCompany is the name of a deleted customer's company.
const erasedCompany = "Deleted account"

// Doomed returns customers whose deletion is due at a time, and those that were deleted but still
// have a name here.
func (s *Store) Doomed(ctx context.Context, at time.Time, limit int) ([]uuid.UUID, error) {
	return s.ids(
		ctx,
		`select a.id from account_customers a join companies c on c.id = a.id
		where a.state = $1 and a.deletes_at <= $2 or a.state = $3 and c.name <> $4 order by a.id limit $5`,
		customer.Leaving, at, customer.Deleted, erasedCompany, limit,
	)
}

// LeavingSoon returns the customers whose deletion is due between two times.
func (s *Store) LeavingSoon(ctx context.Context, from, until time.Time) ([]uuid.UUID, error) {
	return s.ids(
		ctx, "select id from account_customers where state = $1 and deletes_at > $2 and deletes_at <= $3 order by id",
		customer.Leaving, from, until,
	)
}

// SignUp is a customer whose owner registered themselves.
type SignUp struct{ Customer, Owner uuid.UUID }

// Unverified returns the customers whose owner registered themselves before a time and has not proved
// their address.
func (s *Store) Unverified(ctx context.Context, before time.Time, limit int) ([]SignUp, error) {
	rows, err := s.pool.Query(
		ctx,
		`select m.customer_id, m.person from account_members m join account_customers c on c.id = m.customer_id
		where m.signed_up and not m.verified and m.joined_at < $1 and c.state = $2 order by m.joined_at limit $3`,
		before, customer.Active, limit,
	)
	if err != nil {
		return nil, dberror.Of("accounts", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[SignUp])
	return found, dberror.Of("accounts", err)
}

// Everybody returns the ids of all people who belong or belonged to a customer.
func (s *Store) Everybody(ctx context.Context, of uuid.UUID) ([]uuid.UUID, error) {
	return s.ids(ctx, "select person from account_members where customer_id = $1 order by person", of)
}

// RemovedBefore returns people who were removed from their account before a moment and are not erased.
func (s *Store) RemovedBefore(ctx context.Context, before time.Time, limit int) ([]uuid.UUID, error) {
	return s.ids(
		ctx,
		`select m.person from account_members m join people p on p.id = m.person
		where m.state = $1 and m.changed_at < $2 and p.email <> p.id || '@erased.invalid' order by m.changed_at limit $3`,
		member.Deleted, before, limit,
	)
}

// Halves returns people who were stored before a moment and of whom the read model has no membership.
func (s *Store) Halves(ctx context.Context, before time.Time, limit int) ([]uuid.UUID, error) {
	return s.ids(
		ctx,
		`select p.id from people p where p.created_at < $1 and p.role is null
		and not exists (select from account_members m where m.person = p.id) order by p.created_at limit $2`,
		before, limit,
	)
}

func (s *Store) ids(ctx context.Context, sql string, args ...any) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, dberror.Of("accounts", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return found, dberror.Of("accounts", err)
}

// EraseCompany removes what a customer told about their company, also from their invoices.
func (s *Store) EraseCompany(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(
		ctx,
		"update companies set name = $2, address = '', country = '', contact = '' where id = $1",
		id,
		erasedCompany,
	)
	if err == nil {
		_, err = s.pool.Exec(
			ctx,
			`update invoice_parties set buyer_name = $2, buyer_address = '', buyer_country = '', buyer_contact = ''
			where customer = $1`,
			id,
			erasedCompany,
		)
	}
	s.Forget()
	return dberror.Of("company", err)
}
