-- +goose Up

-- auth is a keyed hash over the event, made with a key outside the database (D-74, BY-046): 4 bytes
-- that name the key, then HMAC-SHA-256 of the bytes of its leaf in the transparency log. Null: it
-- was appended by a build without authenticators, or without a key.
alter table events add column auth bytea;

-- check_appends is the first half of an append for a writer that knows neither the head nor the
-- streams. It takes the lock of all writers until the transaction ends, reads the head and decides
-- for each save whether its events may be inserted after it: 0 yes, 1 conflict (the stream or a
-- guard is not at the expected version), 2 the command id is in the log already. The writer
-- inserts, because only it can authenticate events at their positions. append_events stays for
-- processes of an older build.
-- +goose StatementBegin
create function check_appends(
  p_commands uuid[], p_streams uuid[], p_expected integer[],
  p_guard_save integer[], p_guard_stream uuid[], p_guard_version integer[],
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
end $$;
-- +goose StatementEnd

-- Authenticators of snapshots, over their content.
alter table snapshots add column auth bytea;
alter table board_snapshots add column auth bytea;

-- +goose Down
alter table board_snapshots drop column auth;
alter table snapshots drop column auth;
drop function check_appends;
alter table events drop column auth;
