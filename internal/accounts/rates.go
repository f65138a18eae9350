package accounts

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/domain"
)

// Rate limits how often something may happen within a period, across all processes.
type Rate struct {
	Name string
	Most int
	In   time.Duration
}

// Invitations limits the mails that one person can have sent to addresses that they choose.
var Invitations = Rate{Name: "people added by a person", Most: 200, In: time.Hour}

// ErrTooManyPeople is returned beyond Invitations.
var ErrTooManyPeople = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "person.too_many",
	Message: "You have added many people in the last hour. Please try again later.",
}

// TooOftenError refuses an action that happened too often. It contains the time when the action is
// allowed again.
type TooOftenError struct {
	Refusal    *domain.Error
	RetryAfter time.Duration
}

func (e TooOftenError) Error() string { return e.Refusal.Error() }

// Unwrap returns the underlying refusal.
func (e TooOftenError) Unwrap() error { return e.Refusal }

const longestRate = 24 * time.Hour

// Spend counts one use for a subject, or returns a TooOftenError that wraps refusal. Call refund to
// undo the count if the action does not happen.
func (s *Store) Spend(
	ctx context.Context,
	r Rate,
	subject string,
	refusal *domain.Error,
) (refund func(context.Context) error, err error) {
	key, now := hash(r.Name+" "+subject), s.clock().Truncate(time.Microsecond)
	tag, err := s.pool.Exec(
		ctx,
		`insert into rates as r values ($1, array[$2::timestamptz]) on conflict (subject) do update
		set times = array(select t from unnest(r.times) t where t > $3 order by t) || $2::timestamptz where (select count(*) from unnest(r.times) t where t > $3) < $4`,
		key,
		now,
		now.Add(-r.In),
		r.Most,
	)
	if err != nil {
		return nil, unavailable("rates", err)
	}
	if tag.RowsAffected() == 0 {
		free := now // when the oldest counted use expires
		if err := s.pool.QueryRow(ctx, "select coalesce(min(t), $2) + $3 from rates, unnest(times) t where subject = $1 and t > $4", key, now, r.In, now.Add(-r.In)).
			Scan(&free); err != nil {
			return nil, unavailable("rates", err)
		}
		return nil, TooOftenError{refusal, max(time.Second, free.Sub(now))}
	}
	return func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, "update rates set times = array_remove(times, $2) where subject = $1", key, now)
		return unavailable("rates", err)
	}, nil
}
