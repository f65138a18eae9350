-- +goose Up

-- The read model "sales": plans, subscriptions, invoices, payment methods, and what accounts use.
create table sales_plans (
  id         uuid        primary key,
  seller     text        not null,
  offer      jsonb       not null,
  edition    integer     not null,
  offered    boolean     not null,
  created_at timestamptz not null,
  version    integer     not null,
  position   bigint      not null
);
create index sales_plans_of on sales_plans (seller, created_at, id);

create table sales_subscriptions (
  stream   uuid    primary key,
  customer uuid    not null,
  plan     uuid    not null,
  status   text    not null,
  due      timestamptz,          -- of the next step; null: none will be
  state    jsonb   not null,     -- as domain/subscription folds it
  version  integer not null,
  position bigint  not null
);
create unique index sales_subscriptions_of on sales_subscriptions (customer);
create index sales_subscriptions_due on sales_subscriptions (due, customer) where due is not null;

-- The cycles of subscriptions. One ends when the next begins.
create table sales_cycles (
  stream   uuid        not null,
  starts   timestamptz not null,
  customer uuid        not null,
  hours    bigint      not null, -- seconds; below 0: unlimited
  orders   integer     not null, -- below 0: unlimited
  primary key (stream, starts)
);
create index sales_cycles_of on sales_cycles (customer, starts);

create table sales_invoices (
  id         uuid        primary key,
  issuer     text        not null,
  customer   uuid        not null,
  state      text        not null,
  number     text        not null, -- empty for a draft
  bill       jsonb       not null,
  issued_at  timestamptz,
  due        timestamptz,
  paid_on    date,
  way        text        not null, -- of the payment; empty: not paid
  failure    text        not null, -- of the last payment that was refused
  attempts   integer     not null,
  credit     text        not null, -- number of the credit note
  created_at timestamptz not null,
  version    integer     not null,
  position   bigint      not null
);
create index sales_invoices_of on sales_invoices (customer, created_at desc, id);
create index sales_invoices_sold on sales_invoices (issuer, created_at desc, id);
create index sales_invoices_in on sales_invoices (issuer, state, created_at desc, id);
create index sales_invoices_number on sales_invoices (issuer, number text_pattern_ops);
create index sales_invoices_open on sales_invoices (due, id) where state = 'open';

-- What was paid, refused and given back.
create table sales_payments (
  id        uuid        primary key,
  invoice   uuid        not null,
  kind      text        not null, -- paid, refused or refunded
  way       text        not null,
  at        timestamptz not null,
  paid_on   date,
  reference text        not null, -- sealed if somebody wrote it
  reason    text        not null, -- code of the refusal, or why it was given back, sealed
  credit    text        not null, -- number of the credit note
  version   integer     not null,
  position  bigint      not null
);
create index sales_payments_of on sales_payments (invoice, at desc, id);

create table sales_methods (
  stream   uuid    primary key,
  customer uuid    not null,
  state    jsonb   not null,     -- as domain/payment folds it
  version  integer not null,
  position bigint  not null
);
create unique index sales_methods_of on sales_methods (customer);

-- The terms on which clients sell, by the client's stream.
create table sales_sellers (
  stream   uuid    primary key,
  selling  jsonb   not null,
  version  integer not null,
  position bigint  not null
);

-- A line for auditors of each event but those of orders and of numbers.
create table sales_entries (
  position     bigint      primary key,
  customer     uuid,                   -- null for the plans of a seller
  seller       text        not null,
  type         text        not null,
  actor        uuid,
  impersonator uuid,
  at           timestamptz not null,
  via          text        not null,
  detail       text        not null,
  reason       text        not null    -- what somebody wrote, sealed
);
create index sales_entries_of on sales_entries (customer, position);
create index sales_entries_actor on sales_entries (actor, position);

-- Whose orders are, and what they use. The sum of the amounts is what a meter shows.
create table sales_orders (
  id       uuid   primary key,
  customer uuid   not null,
  position bigint not null
);
create table sales_usage (
  order_id uuid        not null,
  version  integer     not null, -- of the order's event
  customer uuid        not null,
  kind     text        not null, -- order, or work
  amount   bigint      not null, -- orders, or seconds
  at       timestamptz not null,
  position bigint      not null,
  primary key (order_id, version)
);
create index sales_usage_of on sales_usage (customer, at);

alter table sales_plans owner to proofboard_app;
alter table sales_subscriptions owner to proofboard_app;
alter table sales_cycles owner to proofboard_app;
alter table sales_invoices owner to proofboard_app;
alter table sales_payments owner to proofboard_app;
alter table sales_methods owner to proofboard_app;
alter table sales_sellers owner to proofboard_app;
alter table sales_entries owner to proofboard_app;
alter table sales_orders owner to proofboard_app;
alter table sales_usage owner to proofboard_app;

-- +goose Down
drop table sales_entries, sales_usage, sales_orders, sales_sellers, sales_methods, sales_payments, sales_invoices, sales_cycles, sales_subscriptions, sales_plans;
