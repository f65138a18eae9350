-- +goose Up

-- How far each projection has read: every event up to position is in its tables.
create table checkpoints (
  name       text        primary key,
  position   bigint      not null check (position >= 0),
  updated_at timestamptz not null default now()
);

-- Streams that a projection could not apply: the events from version on wait for a fix, all other streams go on (BY-008).
create table parked_streams (
  projection text        not null,
  stream_id  uuid        not null,
  position   bigint      not null,
  version    integer     not null,
  type       text        not null,
  error      text        not null,
  parked_at  timestamptz not null default now(),
  primary key (projection, stream_id)
);

-- +goose Down
drop table parked_streams;
drop table checkpoints;
