-- +goose Up

-- The state of a stream at a version, so that loading need not begin at version 1. schema is the
-- version of the state's shape: a build whose fold has changed ignores snapshots of another schema.
create table snapshots (
  stream_id   uuid        primary key,
  version     integer     not null check (version > 0),
  stream_type text        not null,
  schema      integer     not null,
  taken_at    timestamptz not null default now(),
  state       json        not null
);

-- +goose Down
drop table snapshots;
