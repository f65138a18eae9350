-- +goose Up

-- What the payment provider calls the payment of an invoice. An invoice has one, however often it is tried, so
-- that it cannot be paid twice.
create table payment_intents (
  invoice uuid primary key,
  id      text not null unique
);
alter table payment_intents owner to proofboard_app;

-- What the payment provider told by itself, each once.
create table payment_notices (
  id          text primary key,
  type        text not null,
  object      text not null, -- what it is about
  received_at timestamptz not null,
  done_at     timestamptz,
  tries       int not null default 0,
  next_at     timestamptz not null,
  failure     text not null default ''
);
alter table payment_notices owner to proofboard_app;
create index payment_notices_waiting on payment_notices (next_at) where done_at is null;
create index payment_notices_received on payment_notices (received_at desc, id);

-- +goose Down
drop table payment_notices, payment_intents;
