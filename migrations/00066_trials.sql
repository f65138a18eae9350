-- +goose Up

-- The newest trial of each approval workflow: a draft on past reviews. It can be made again at any time.
create table workflow_trials (
  customer_id uuid        not null,
  workflow    uuid        not null,
  content     jsonb       not null, -- the draft that is tried
  asked_at    timestamptz not null,
  claimed_at  timestamptz,          -- when a worker took it
  result      jsonb,                -- null until it is done
  primary key (customer_id, workflow)
);
create index workflow_trials_waiting on workflow_trials (asked_at) where result is null;
grant select, insert, update, delete on workflow_trials to proofboard_app;

-- +goose Down
drop table workflow_trials;
