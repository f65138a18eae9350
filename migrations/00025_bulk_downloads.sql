-- +goose Up

-- Zip files with all files of an order: requested by a person, built by a worker, stored for a day.
-- They are no facts of the log: a lost one can be requested again.
create table bulk_downloads (
  id           uuid primary key,
  person       uuid not null,
  order_id     uuid not null,
  requested_at timestamptz not null,
  state        text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  attempts     integer not null default 0,
  file_name    text not null default '',
  versions     uuid[] not null default '{}',  -- what is inside
  size         bigint not null default 0,
  finished_at  timestamptz
);
create index bulk_downloads_waiting on bulk_downloads (requested_at) where state = 'waiting';
create index bulk_downloads_person on bulk_downloads (person);

-- +goose Down
drop table bulk_downloads;
