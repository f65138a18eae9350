-- +goose Up

-- The read model "reports": what became of orders, and the work on them, for figures over a time.
-- Columns that reports read of many orders come first: the fewer are before them, the faster they are found.
create table report_orders (
  id           uuid        primary key,
  placed_at    timestamptz,          -- when it stopped being a draft; null: it is one
  completed_at timestamptz,          -- null: it is not completed now
  cancelled_at timestamptz,          -- null: it is not cancelled now
  creator      uuid        not null,
  customer     uuid        not null,
  -- All that a report counts of an order, as one value: many values become one much faster than many rows are sent.
  life         bytea       not null generated always as (int8send(allocated) || int8send(worked) || path) stored,
  status       text        not null,
  service      uuid,
  service_name text        not null,
  client       text        not null,
  operator     uuid,
  archived     boolean     not null,
  allocated    bigint      not null, -- seconds of work that were promised; 0: none
  worked       bigint      not null, -- seconds, without a running timer
  path         bytea       not null, -- the statuses since it was placed, see projections/reports/life.go
  passed       text        not null, -- the letters of the statuses it left since
  version      integer     not null, -- of the event that changed the status last
  position     bigint      not null
);
-- The lists behind figures are read in the order of these.
create index report_orders_placed on report_orders (placed_at desc, id) where placed_at is not null;
create index report_orders_completed on report_orders (completed_at desc, id) include (operator)
  where completed_at is not null;
create index report_orders_cancelled on report_orders (cancelled_at desc, id) where cancelled_at is not null;
create index report_orders_customer on report_orders (customer);
create index report_orders_operator on report_orders (operator) where operator is not null;
create index report_orders_load on report_orders (operator)
  where operator is not null and not archived and status not in ('draft', 'completed', 'cancelled');

-- Working time, when its timer stopped.
create table report_work (
  order_id uuid        not null,
  version  integer     not null, -- of the order's event
  person   uuid        not null,
  seconds  bigint      not null,
  at       timestamptz not null,
  position bigint      not null,
  spent    bytea       not null generated always as (timestamptz_send(at) || int8send(seconds)) stored,
  primary key (order_id, version)
);
create index report_work_at on report_work (at desc, order_id);
create index report_work_person on report_work (person, order_id) include (at, seconds);

-- Orders that came back to be worked on again, after a review.
create table report_returns (
  order_id uuid        not null,
  version  integer     not null, -- of the order's event
  operator uuid,                 -- of the order at that time
  at       timestamptz not null,
  position bigint      not null,
  primary key (order_id, version)
);
create index report_returns_at on report_returns (at desc) include (operator);

-- The proofs for the customer's review, with the number of their versions.
create table report_proofs (
  id       uuid    primary key,
  order_id uuid    not null,
  versions integer not null, -- without deleted ones
  version  integer not null, -- of the event that counted last
  position bigint  not null
);
create index report_proofs_of on report_proofs (order_id) include (versions);

alter table report_orders owner to proofboard_app;
alter table report_work owner to proofboard_app;
alter table report_returns owner to proofboard_app;
alter table report_proofs owner to proofboard_app;

-- +goose Down
drop table report_proofs, report_returns, report_work, report_orders;
