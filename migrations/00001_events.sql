-- +goose Up

-- The event log. Positions are gapless and in commit order. The primary key is the compare-and-set
-- between the processes that append. The type is json, not jsonb: it is faster to write and to
-- read, and keeps every byte.
create table events (
  position    bigint      not null check (position > 0),
  stream_id   uuid        not null,
  version     integer     not null check (version > 0),
  stream_type text        not null,
  type        text        not null,
  data        json,
  metadata    json        not null,
  command_id  uuid,
  occurred_at timestamptz not null,
  constraint events_pkey primary key (position),
  constraint events_stream_version_key unique (stream_id, version)
);
comment on column events.command_id is 'on the first event of each append: the command that caused it, at most once in the log';
create unique index events_command_id_key on events (command_id) where command_id is not null;

-- Rows are only appended, so the table is vacuumed for its index-only scans, not for dead rows.
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- append_events appends for a writer that knows neither the head nor the streams. It takes the lock
-- of all writers, reads the head and decides for each save (one append each, numbered from 1)
-- whether to insert it: 0 inserted, 1 conflict (the stream or a guard is not at the expected
-- version), 2 the command id is in the log already. p_save has the save that each event belongs to.
-- Positions follow o_base in the given order.
-- +goose StatementBegin
create function append_events(
  p_commands uuid[], p_streams uuid[], p_expected integer[],
  p_guard_save integer[], p_guard_stream uuid[], p_guard_version integer[],
  p_save integer[], p_stream uuid[], p_version integer[], p_stream_type text[], p_type text[], p_data json[],
  p_metadata json[], p_command uuid[], p_at timestamptz[],
  out o_base bigint, out o_status integer[])
language plpgsql as $$
declare
  stale integer[] := '{}';
begin
  perform pg_advisory_xact_lock(7310012);
  select coalesce(max(e.position), 0) into o_base from events e;
  if cardinality(p_guard_save) > 0 then
    select coalesce(array_agg(g.save), '{}') into stale
      from unnest(p_guard_save, p_guard_stream, p_guard_version) as g (save, stream, version)
     where g.version <> coalesce(
       (select e.version from events e where e.stream_id = g.stream order by e.version desc limit 1), 0);
  end if;
  select array_agg(case
      when (select e.position from events e where e.command_id = s.command limit 1) is not null then 2
      when s.n = any (stale) then 1
      when s.expected <> coalesce(
        (select e.version from events e where e.stream_id = s.stream order by e.version desc limit 1), 0) then 1
      else 0 end order by s.n)
    into o_status
    from unnest(p_commands, p_streams, p_expected) with ordinality as s (command, stream, expected, n);
  insert into events (position, stream_id, version, stream_type, type, data, metadata, command_id, occurred_at)
  select o_base + row_number() over (order by u.n), u.stream, u.version, u.stream_type, u.type, u.data, u.metadata, u.command, u.at
    from unnest(p_save, p_stream, p_version, p_stream_type, p_type, p_data, p_metadata, p_command, p_at)
         with ordinality as u (save, stream, version, stream_type, type, data, metadata, command, at, n)
   where o_status[u.save] = 0;
end $$;
-- +goose StatementEnd

-- +goose Down
drop function append_events;
drop table events;
