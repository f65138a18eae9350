-- +goose Up

-- The first answers of writes that were sent with an Idempotency-Key, for seven days. They are no read model: a
-- repetition gets what the first call answered then. Who has the database without the keys cannot read them.
create table kept_answers (
  id          bytea       primary key, -- digest of the caller, the operation and the key
  request     bytea       not null,    -- digest of what was asked
  session     uuid        not null,    -- that gets a secret again
  claim       uuid        not null,    -- of the process that handles the write, or handled it
  claimed_at  timestamptz not null,    -- renewed while it is handled
  answered_at timestamptz,             -- null while it is handled
  secret      boolean     not null default false,
  answer      bytea                    -- sealed; null while it is handled, and when its secret is not shown any more
);
alter table kept_answers owner to proofboard_app;
create index kept_answers_claimed on kept_answers (claimed_at);
create index kept_answers_secret on kept_answers (answered_at) where secret and answer is not null;

-- +goose Down
drop table kept_answers;
