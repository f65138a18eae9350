-- +goose Up

-- Work that is to be done later, by one process at a time (D-303). A job is here only until it is done;
-- what became of it is kept by who asked for it.
create table jobs (
    kind text not null,
    id uuid not null, -- of what it is about
    account text not null, -- jobs of one account do not keep those of others waiting
    turn timestamptz not null, -- the order among the jobs of a kind that are due
    asked_at timestamptz not null,
    due_at timestamptz not null, -- not tried before
    attempts int not null default 0, -- begun, since the last success
    holder uuid, -- the try that is under way
    held_until timestamptz, -- after it, another process takes the job over
    problem text not null default '', -- why the last try failed
    primary key (kind, id)
);
create index jobs_turn on jobs (kind, turn);
create index jobs_account on jobs (kind, account, turn desc);
grant select, insert, update, delete on jobs to proofboard_app;

-- Zips, exports and trials had queues of their own. What waits in them becomes jobs.
insert into jobs (kind, id, account, turn, asked_at, due_at)
select 'bulk downloads', id, person::text, requested_at, requested_at, requested_at
from bulk_downloads where state = 'waiting'
union all
select 'exports of accounts', id, customer::text, requested_at, requested_at, requested_at
from account_archives where state = 'waiting'
union all
select 'trials of workflows', workflow, customer_id::text, asked_at, asked_at, asked_at
from workflow_trials where result is null;

-- +goose Down
drop table jobs;
