-- +goose Up

-- Sessions of an admin who acts as somebody else (D-48). They end at a fixed time.
alter table sessions add column impersonator uuid;
create table impersonations (
  token_hash bytea       primary key,
  impersonator uuid      not null,
  person     uuid        not null references people (id) on delete cascade,
  expires_at timestamptz not null
);
create index impersonations_expiry on impersonations (expires_at);
grant select, insert, update, delete on impersonations to proofboard_app;

-- Both people are named by what was done, and by what was refused.
alter table timeline_entries add column impersonator uuid;
alter table command_outcomes add column impersonator uuid;

-- The read model "organisation" also keeps a line for each event of an account, for auditors.
create table account_entries (
  position     bigint      primary key,
  stream       uuid        not null,
  type         text        not null,
  actor        uuid,
  impersonator uuid,
  at           timestamptz not null,
  via          text        not null,
  detail       text        not null,
  reason       text        not null         -- what somebody wrote, sealed
);
create index account_entries_actor on account_entries (actor, position);
create index account_entries_stream on account_entries (stream, position);
alter table account_entries owner to proofboard_app;

-- +goose Down
drop table account_entries;
alter table command_outcomes drop column impersonator;
alter table timeline_entries drop column impersonator;
drop table impersonations;
alter table sessions drop column impersonator;
