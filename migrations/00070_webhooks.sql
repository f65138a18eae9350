-- +goose Up

-- The webhooks of accounts and of the provider, from the log.
create table webhook_endpoints (
  id         uuid        primary key,
  stream     uuid        not null, -- of the account, the reseller or the provider
  client     text        not null,
  customer   uuid,
  host       text        not null,
  types      text[]      not null, -- of the events that it is sent; none for all
  state      text        not null,
  cause      text        not null default '', -- of a pause
  leaving    boolean     not null default false, -- the deletion of its account is requested
  added_by   uuid,
  added_at   timestamptz not null,
  changed_at timestamptz not null,
  added      bigint      not null, -- position of the first event
  turned     bigint      not null, -- position of the last replay or resumption, or of the first event
  replay     bigint      not null default 0, -- position that the last replay begins after
  replayed   bigint      not null default 0, -- position of the last replay itself
  position   bigint      not null
);
create index webhook_endpoints_stream on webhook_endpoints (stream);
create index webhook_endpoints_customer on webhook_endpoints (customer) where customer is not null;
-- What happened to them, for auditors.
create table webhook_entries (
  position bigint      primary key,
  customer uuid,
  client   text        not null,
  type     text        not null,
  actor    uuid,
  at       timestamptz not null,
  via      text        not null,
  host     text        not null
);
create index webhook_entries_of on webhook_entries (customer, position);
create index webhook_entries_actor on webhook_entries (actor, position);
alter table webhook_endpoints owner to proofboard_app;
alter table webhook_entries owner to proofboard_app;

-- The address and the secrets of an endpoint, which are not in the log. The secrets are wrapped by the
-- operator's key.
create table webhook_targets (
  endpoint   uuid        primary key,
  customer   uuid,
  url        text        not null,
  secret     bytea       not null,
  previous   bytea,                -- signs beside the secret until it ends
  ends_at    timestamptz
);
create index webhook_targets_customer on webhook_targets (customer) where customer is not null;
-- How far each endpoint was sent the log, and how it fares.
create table webhook_cursors (
  endpoint      uuid        primary key,
  position      bigint      not null,
  turned        bigint      not null, -- the turn of the endpoint that was followed
  failures      int         not null default 0, -- since the last success
  failing_since timestamptz,
  retry_at      timestamptz,
  nudged        boolean     not null default false -- something waits that the worker does not know of
);
-- What is sent, and what became of it.
create table webhook_deliveries (
  id       uuid        primary key,
  endpoint uuid        not null,
  position bigint      not null, -- of the event; 0 for a test
  subject  uuid        not null, -- the order, whose events are delivered one after the other
  type     text        not null,
  body     text        not null,
  state    text        not null check (state in ('waiting', 'delivered', 'failed')),
  tries    int         not null default 0,
  made_at  timestamptz not null,
  next_at  timestamptz not null,
  first_at timestamptz,          -- of the tries since it began to wait
  tried_at timestamptz,
  status   int         not null default 0, -- of the answer; 0 for none
  failure  text        not null default ''
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint, position) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (endpoint, subject, position) where state = 'waiting';
create index webhook_deliveries_list on webhook_deliveries (endpoint, state, made_at desc, position desc, id desc);
create index webhook_deliveries_ended on webhook_deliveries (made_at) where state <> 'waiting';
grant select, insert, update, delete on webhook_targets, webhook_cursors, webhook_deliveries to proofboard_app;

-- +goose Down
drop table webhook_deliveries, webhook_cursors, webhook_targets, webhook_entries, webhook_endpoints;
