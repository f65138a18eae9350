-- +goose Up

-- Somebody, in any process, has requested that the parked stream is tried again.
alter table parked_streams add column retry boolean not null default false;

-- Requested rebuilds. A process that runs projections carries them out; another one takes over if
-- it ends.
create table rebuild_jobs (
  id           uuid        primary key,
  projection   text        not null,
  dry_run      boolean     not null,
  state        text        not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  started_at   timestamptz,
  ended_at     timestamptz,
  holder       uuid,                       -- the process at work
  beat_at      timestamptz,                -- its last sign of life
  build        text        not null default '',
  cancel       boolean     not null default false,
  position     bigint      not null default 0,
  head         bigint      not null default 0,
  rate         float8      not null default 0,
  report       json,
  error        text        not null default ''
);
create unique index rebuild_jobs_active on rebuild_jobs (projection) where state in ('queued', 'running');
create index rebuild_jobs_requested on rebuild_jobs (requested_at desc, id);

-- +goose Down
drop table rebuild_jobs;
alter table parked_streams drop column retry;
