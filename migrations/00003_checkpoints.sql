-- +goose Up

-- The position of each projection: its tables contain every event up to it.
create table checkpoints (
  name       text        primary key,
  position   bigint      not null check (position >= 0),
  updated_at timestamptz not null default now()
);

-- advance_checkpoint moves a projection's checkpoint and locks it until the transaction ends. It
-- fails if the checkpoint is not at the position that the caller expects, so that no event is
-- applied twice.
-- +goose StatementBegin
create function advance_checkpoint(p_name text, p_from bigint, p_to bigint) returns void
language plpgsql as $$
begin
  update checkpoints set position = p_to, updated_at = now() where name = p_name and position = p_from;
  if not found then
    raise exception 'projection % is not at position %', p_name, p_from using errcode = 'PB001';
  end if;
end $$;
-- +goose StatementEnd

-- Parked streams, which a projection could not apply: their events from version on wait for a fix,
-- while all other streams continue (BY-008).
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
drop function advance_checkpoint;
drop table parked_streams;
drop table checkpoints;
