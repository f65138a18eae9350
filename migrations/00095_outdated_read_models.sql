-- +goose Up

-- The columns of a read model's tables. A build is known by how many migrations it knows. Builds
-- from since on write all the columns; seen is the newest build that has compared them.
create table read_models (
  name    text   primary key,
  columns text   not null,
  seen    bigint not null,
  since   bigint not null
);

-- The build that moved the checkpoint last, and whether rows of the part may lack columns: they were
-- there when columns were added, or a build from before wrote them. A rebuild ends that.
alter table checkpoints add column writer bigint not null default 0, add column outdated boolean not null default true;

-- +goose StatementBegin
-- Builds that do not say who they are write no new columns.
create or replace function advance_checkpoint(p_name text, p_from bigint, p_to bigint, p_part integer default 0, p_parts integer default 1) returns void
language plpgsql as $$
begin
  perform advance_checkpoint(p_name, p_from, p_to, p_part, p_parts, 0::bigint);
end $$;

create function advance_checkpoint(p_name text, p_from bigint, p_to bigint, p_part integer, p_parts integer, p_build bigint) returns void
language plpgsql as $$
begin
  update checkpoints set position = p_to, updated_at = now(), writer = p_build,
    outdated = outdated or p_build < coalesce((select since from read_models where name = p_name), 0)
  where name = p_name and part = p_part and parts = p_parts and position = p_from;
  if not found then
    raise exception 'projection % part % of % is not at position %', p_name, p_part, p_parts, p_from using errcode = 'PB001';
  end if;
end $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
drop function advance_checkpoint(text, bigint, bigint, integer, integer, bigint);
create or replace function advance_checkpoint(p_name text, p_from bigint, p_to bigint, p_part integer default 0, p_parts integer default 1) returns void
language plpgsql as $$
begin
  update checkpoints set position = p_to, updated_at = now() where name = p_name and part = p_part and parts = p_parts and position = p_from;
  if not found then
    raise exception 'projection % part % of % is not at position %', p_name, p_part, p_parts, p_from using errcode = 'PB001';
  end if;
end $$;
-- +goose StatementEnd
alter table checkpoints drop column writer, drop column outdated;
drop table read_models;
