package audit

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/dberror"
)

// security lists the events that say who can get into an account, and what could end it (D-79).
var security = []eh.EventType{
	customer.DeletionRequestedType, customer.DeletionTakenBackType, customer.DeletionNearType,
	member.JoinedType, member.RoleChangedType, member.DeactivatedType, member.ReactivatedType, member.DeletedType,
	member.PasswordChangedType, member.ResetRequestedType, member.EmailChangeRequestedType, member.EmailChangedType,
	member.FactorAddedType, member.FactorRemovedType, member.RecoveryUsedType, member.SignInLinkRequestedType,
	member.BrowserAddedType, member.TokenCreatedType, member.TokenRevokedType, member.ImpersonatedType,
	member.ImpersonationEndedType,
}

// SecurityEvent is an event of the security log of an account.
type SecurityEvent struct {
	Position     int64
	Type         string
	Actor        uuid.UUID // Nil for the system
	Impersonator uuid.UUID // the admin who did it in the actor's name (D-48), or Nil
	At           time.Time
	Detail       string
	Person       uuid.UUID // to whom it was done; Nil for the account itself
}

// SecurityFilter says which security log is read. Person limits it to one person if it is not Nil.
type SecurityFilter struct {
	Client   string
	Customer uuid.UUID // Nil for the people of a client
	Person   uuid.UUID
	Before   int64 // 0: from the newest
}

// Security lists the security events of an account, newest first.
func (q *Queries) Security(ctx context.Context, f SecurityFilter, limit int) ([]SecurityEvent, error) {
	// The newest of each stream come from an index. Without that, the events of all accounts would be read.
	rows, err := q.pool.Query(
		ctx,
		`select e.position, e.type, coalesce(e.actor, $1), coalesce(e.impersonator, $1), e.at, e.detail, s.person
		from (
			select stream, person from account_members
			where client_id = $2 and coalesce(customer_id, $1) = $3 and ($4 = $1 or person = $4)
			union all select $3, $1 where $4 = $1 and $3 <> $1
		) s cross join lateral (
			select * from account_entries a where a.stream = s.stream and a.type = any($5) and ($6::bigint = 0 or a.position < $6)
			order by a.position desc limit $7
		) e order by e.position desc limit $7`,
		uuid.Nil, f.Client, f.Customer, f.Person, security, f.Before, limit,
	)
	if err != nil {
		return nil, dberror.Of("security log", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[SecurityEvent])
	return found, dberror.Of("security log", err)
}
