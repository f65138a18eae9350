package throttle

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Rate limits how often something may happen within a period, across all processes.
type Rate struct {
	Name string
	Most int
	In   time.Duration
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

// longestRate is the longest period of a rate.
const longestRate = 24 * time.Hour

// Spend counts one use for a subject, or returns a TooOftenError that wraps refusal. Call refund to
// undo the count if the action does not happen.
func (t *Throttle) Spend(
	ctx context.Context,
	r Rate,
	subject string,
	refusal *domain.Error,
) (refund func(context.Context) error, err error) {
	key, now := secrets.Digest(r.Name+" "+subject), t.clock().Truncate(time.Microsecond)
	tag, err := t.pool.Exec(
		ctx,
		`insert into rates as r values ($1, array[$2::timestamptz]) on conflict (subject) do update
		set times = array(select t from unnest(r.times) t where t > $3 order by t) || $2::timestamptz where (select count(*) from unnest(r.times) t where t > $3) < $4`,
		key,
		now,
		now.Add(-r.In),
		r.Most,
	)
	if err != nil {
		return nil, dberror.Of("rates", err)
	}
	if tag.RowsAffected() == 0 {
		free := now // when the oldest counted use expires
		if err := t.pool.QueryRow(ctx, "select coalesce(min(t), $2) + $3 from rates, unnest(times) t where subject = $1 and t > $4", key, now, r.In, now.Add(-r.In)).
			Scan(&free); err != nil {
			return nil, dberror.Of("rates", err)
		}
		return nil, TooOftenError{refusal, max(time.Second, free.Sub(now))}
	}
	return func(ctx context.Context) error {
		_, err := t.pool.Exec(ctx, "update rates set times = array_remove(times, $2) where subject = $1", key, now)
		return dberror.Of("rates", err)
	}, nil
}
