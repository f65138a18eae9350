-- +goose Up

-- Imports of files: what was checked, what became of each, and how far one is. They go after 30 days (D-263).
create table imports (
  id            uuid        primary key,
  client_id     text        not null,
  customer_id   uuid,                          -- null: of the client itself
  person        uuid        not null,          -- who imports, and as whom it is done
  impersonator  uuid,                          -- the admin who acts as the person
  kind          text        not null,
  file_name     text        not null,
  size          integer     not null,          -- bytes
  time_zone     text        not null,          -- of times without one
  created_at    timestamptz not null,
  state         text        not null,          -- receiving, checking, checked, importing, done, failed or cancelled
  attempts      integer     not null default 0, -- begun since the state changed
  resumes_at    timestamptz,                   -- not before then
  confirmed_at  timestamptz,
  ended_at      timestamptz,
  statuses      jsonb       not null default '{}', -- of the lists of a board, as the person chose them
  lists         jsonb       not null default '[]',
  row_count     integer     not null default 0,
  accepted      integer     not null default 0, -- rows that can be imported, or were before
  handled       integer     not null default 0, -- of the accepted ones, so far
  created       integer     not null default 0,
  existing      integer     not null default 0, -- of the accepted ones, imported before
  left_out      integer     not null default 0, -- cards of lists that the person leaves out
  problems      jsonb       not null default '[]', -- the first ones
  problem_count integer     not null default 0
);
create index imports_person on imports (person, created_at desc);
create index imports_created on imports (created_at);
-- An account has one import at a time that is checked or done.
create unique index imports_working on imports (client_id, coalesce(customer_id, '00000000-0000-0000-0000-000000000000'))
  where state in ('checking', 'importing');

-- The files, in the parts in which they come. They go as soon as an import has ended.
create table import_parts (
  import  uuid    not null references imports on delete cascade,
  number  integer not null, -- from 0
  content bytea   not null,
  primary key (import, number)
);
alter table import_parts alter column content set storage external;

grant select, insert, update, delete on imports, import_parts to proofboard_app;

-- +goose Down
drop table import_parts, imports;
