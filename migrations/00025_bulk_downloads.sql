-- +goose Up

-- All files of an order in one zip: asked for by a person, built by a worker, kept for a day. Not a fact of the log: whoever
-- wants it again asks again.
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
