#!/bin/sh
# Makes the roles that the product logs in as, no superusers: proofboard_service owns the database and migrates it, proofboard_runtime runs api and worker.
# PostgreSQL's image runs this on an empty volume; on one from before it is run by hand, and again whenever SERVICE_PASSWORD or RUNTIME_PASSWORD has
# changed: docker compose exec postgres sh /docker-entrypoint-initdb.d/roles.sh
export PGPASSWORD="${PGPASSWORD:-$POSTGRES_PASSWORD}"
psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$SERVICE_PASSWORD" --set runtime="$RUNTIME_PASSWORD" --set database="$POSTGRES_DB" <<'SQL'
select 'create role ' || r from unnest(array['proofboard_app', 'proofboard_service', 'proofboard_runtime']) r where not exists (select from pg_roles where rolname = r) \gexec
alter role proofboard_service login nosuperuser nocreaterole nocreatedb password :'password';
alter role proofboard_runtime login nosuperuser nocreaterole nocreatedb password :'runtime';
grant proofboard_app, pg_checkpoint to proofboard_service, proofboard_runtime;
grant pg_maintain to proofboard_runtime; -- an erasure rewrites the tables of people
grant execute on function pg_create_restore_point(text), pg_switch_wal() to proofboard_service, proofboard_runtime;
alter database :"database" owner to proofboard_service;
do $$
declare
  o record;
begin
  for o in select c.oid::regclass as name, case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and pg_get_userbyid(c.relowner) = current_user
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e')) loop
    execute format('alter %s %s owner to proofboard_service', o.kind, o.name);
  end loop;
  for o in select f.oid::regprocedure as name from pg_proc f where f.pronamespace = 'public'::regnamespace and pg_get_userbyid(f.proowner) = current_user
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e') loop
    execute format('alter routine %s owner to proofboard_service', o.name);
  end loop;
end $$;
alter default privileges for role proofboard_service in schema public grant select, insert, update, delete on tables to proofboard_app;
SQL
