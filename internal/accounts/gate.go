package accounts

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// GateGrace is how long a person from before an upgrade can go on with an incomplete profile after they were told
// of it (D-290).
const GateGrace = 14 * 24 * time.Hour

// Completion says what is complete of a person's profile, and how long the profile gate leaves them time.
type Completion struct {
	Person  bool // first and last name and time zone are known
	Company bool // name, address, country and contact of the account's company are known
	// Untold: the person was here before an upgrade and has not been told yet that something is missing.
	Untold bool
	Until  *time.Time // when the gate closes for a person who was told of it, nil for none
}

// Completion returns what is complete of a person's profile (D-50).
func (s *Store) Completion(ctx context.Context, of domain.Actor) (c Completion, err error) {
	var u User
	var company Company
	var gate pgtype.Timestamptz
	table, key := account(of.ClientID, of.CustomerID)
	err = s.pool.QueryRow(
		ctx,
		`select p.firstname, p.lastname, p.time_zone, p.gate_after, coalesce(c.name, ''), coalesce(c.address, ''),
		coalesce(c.country, ''), coalesce(c.contact, '') from people p left join `+table+` c on c.id = $2 where p.id = $1`,
		of.ID, key,
	).Scan(
		&u.Firstname, &u.Lastname, &u.TimeZone, &gate, &company.Name, &company.Address, &company.Country, &company.Contact,
	)
	c = Completion{
		Person: u.Complete(), Company: company.Complete(), Untold: gate.InfinityModifier == pgtype.Infinity,
	}
	if gate.Valid && !c.Untold {
		c.Until = &gate.Time
	}
	return c, dberror.Of("profile", err)
}

// TellOfGate leaves a person time from now on, if they have not been told of the profile gate yet. It returns the
// end of that time.
func (s *Store) TellOfGate(ctx context.Context, person uuid.UUID) (time.Time, error) {
	until := s.clock().Add(GateGrace)
	_, err := s.pool.Exec(
		ctx, "update people set gate_after = $2 where id = $1 and gate_after = 'infinity'", person, until,
	)
	return until, dberror.Of("profile", err)
}

// ForgetGate ends the time that was left to a person: their profile has been complete since.
func (s *Store) ForgetGate(ctx context.Context, person uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "update people set gate_after = null where id = $1", person)
	return dberror.Of("profile", err)
}
