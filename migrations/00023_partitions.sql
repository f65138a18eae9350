-- +goose Up

-- The streams of a projection may be divided into several parts, each with its own checkpoint.
-- stream_part returns the part that a stream belongs to. With one part nothing is different.
alter table checkpoints add column part smallint not null default 0, add column parts smallint not null default 1 check (parts between 1 and 64 and part between 0 and parts - 1);
alter table checkpoints drop constraint checkpoints_pkey, add primary key (name, part);

-- +goose StatementBegin
drop function advance_checkpoint(text, bigint, bigint);
-- advance_checkpoint moves the checkpoint of a part and locks it until the transaction ends. It
-- fails if the checkpoint is not at the position that the caller expects, or if the streams are
-- divided in another way, so that no event is applied twice.
create function advance_checkpoint(p_name text, p_from bigint, p_to bigint, p_part integer default 0, p_parts integer default 1) returns void
language plpgsql as $$
begin
  update checkpoints set position = p_to, updated_at = now() where name = p_name and part = p_part and parts = p_parts and position = p_from;
  if not found then
    raise exception 'projection % part % of % is not at position %', p_name, p_part, p_parts, p_from using errcode = 'PB001';
  end if;
end $$;
-- +goose StatementEnd

-- The process that waits to take over a lease, for processes that hold more than their share.
alter table leases add column standby text not null default '', add column standby_at timestamptz;

-- +goose Down
alter table leases drop column standby, drop column standby_at;
-- +goose StatementBegin
drop function advance_checkpoint(text, bigint, bigint, integer, integer);
create function advance_checkpoint(p_name text, p_from bigint, p_to bigint) returns void
language plpgsql as $$
begin
  update checkpoints set position = p_to, updated_at = now() where name = p_name and position = p_from;
  if not found then
    raise exception 'projection % is not at position %', p_name, p_from using errcode = 'PB001';
  end if;
end $$;
-- +goose StatementEnd
update checkpoints c set position = (select min(position) from checkpoints o where o.name = c.name), parts = 64;
delete from checkpoints where part > 0;
alter table checkpoints drop constraint checkpoints_pkey, add primary key (name);
alter table checkpoints drop column part, drop column parts;
