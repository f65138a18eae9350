-- +goose Up

-- A move of a card changes no indexed column of its row any more, so that PostgreSQL adds the new row to no index: the
-- day on which an order was last touched is indexed instead of the second, and the index of unfinished orders knows
-- them by their times instead of their status.
-- Columns that reports read of many orders come first: the fewer are before them, the faster they are found.
create table report_orders_next (
  id           uuid        primary key,
  touched_at   timestamptz,          -- the last that its life has, in whole seconds; null: its life is empty
  touched_on   date        generated always as ((touched_at at time zone 'UTC')::date) stored,
  began_at     timestamptz,          -- the first
  placed_at    timestamptz,          -- when it stopped being a draft; null: it is one
  completed_at timestamptz,          -- null: it is not completed now
  cancelled_at timestamptz,          -- null: it is not cancelled now
  creator      uuid        not null,
  customer     uuid        not null,
  service      uuid,
  life         bytea       not null, -- see projections/reports/life.go
  status       text        not null,
  service_name text        not null,
  client       text        not null,
  operator     uuid,
  archived     boolean     not null,
  allocated    bigint      not null, -- seconds of work that were promised; 0: none
  worked       bigint      not null, -- seconds, without a running timer
  passed       text        not null, -- the letters of the statuses it left since it was placed
  version      integer     not null, -- of the event that changed its status last, or that work ended with
  position     bigint      not null
);
insert into report_orders_next (
  id, touched_at, began_at, placed_at, completed_at, cancelled_at, creator, customer, service, life, status,
  service_name, client, operator, archived, allocated, worked, passed, version, position
)
select
  id, touched_at, began_at, placed_at, completed_at, cancelled_at, creator, customer, service, life, status,
  service_name, client, operator, archived, allocated, worked, passed, version, position
from report_orders;
drop table report_orders;
alter table report_orders_next rename to report_orders;
alter index report_orders_next_pkey rename to report_orders_pkey;
-- The orders of a report.
create index report_orders_touched on report_orders (touched_on, began_at) where touched_on is not null;
-- The lists behind figures are read in the order of these.
create index report_orders_placed on report_orders (placed_at desc, id) where placed_at is not null;
create index report_orders_completed on report_orders (completed_at desc, id) include (operator)
  where completed_at is not null;
create index report_orders_cancelled on report_orders (cancelled_at desc, id) where cancelled_at is not null;
create index report_orders_customer on report_orders (customer);
create index report_orders_operator on report_orders (operator) where operator is not null;
create index report_orders_load on report_orders (operator)
  where operator is not null and not archived and placed_at is not null and completed_at is null and cancelled_at is null;
alter table report_orders owner to proofboard_app;

-- +goose Down
drop index report_orders_touched, report_orders_load;
alter table report_orders drop column touched_on;
create index report_orders_touched on report_orders (touched_at, began_at) where touched_at is not null;
create index report_orders_load on report_orders (operator)
  where operator is not null and not archived and status not in ('draft', 'completed', 'cancelled');
