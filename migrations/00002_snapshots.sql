-- +goose Up

-- The state of a stream at a version, so that loading need not start at 1. schema is the shape of the state: a build
-- whose fold changed ignores snapshots of another schema.
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
