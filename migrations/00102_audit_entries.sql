-- +goose Up

-- The read model "audit": a line for auditors of each event of an account and of what is sold to it, and whom or what
-- its stream is about (D-295). It is built from the log.
-- Earlier versions write and read account_entries, sales_entries and webhook_entries in its place, as long as they run.
-- Nothing else does, and a later version drops these tables.
create table audit_streams (
  id       uuid primary key,
  person   uuid,             -- a stream is about one of the three
  customer uuid,
  client   text not null
);
create index audit_streams_person on audit_streams (person) where person is not null;
create index audit_streams_customer on audit_streams (customer) where customer is not null;

create table audit_entries (
  position     bigint      primary key,
  stream       uuid        not null,
  type         text        not null,
  actor        uuid,
  impersonator uuid,
  at           timestamptz not null,
  via          text        not null,
  detail       text        not null,
  reason       text        not null  -- what somebody wrote, sealed
);
create index audit_entries_stream on audit_entries (stream, position);
create index audit_entries_actor on audit_entries (actor, position);
create index audit_entries_impersonator on audit_entries (impersonator, position) where impersonator is not null;
alter table audit_streams owner to proofboard_app;
alter table audit_entries owner to proofboard_app;

-- +goose Down
drop table audit_entries, audit_streams;
