-- +goose Up

-- All that reports count of an order is one value, which its projection writes: projections/reports/life.go says
-- what is in it. Now it has the work too, so that one pass over the orders finds all figures about them.
-- Columns that reports read of many orders come first: the fewer are before them, the faster they are found.
create table report_orders_next (
  id           uuid        primary key,
  touched_at   timestamptz,          -- the last that its life has, in whole seconds; null: its life is empty
  began_at     timestamptz,          -- the first
  placed_at    timestamptz,          -- when it stopped being a draft; null: it is one
  completed_at timestamptz,          -- null: it is not completed now
  cancelled_at timestamptz,          -- null: it is not cancelled now
  creator      uuid        not null,
  customer     uuid        not null,
  service      uuid,
  life         bytea       not null,
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
with quarters as (
  select order_id, floor(extract(epoch from at) / 900)::integer as quarter, sum(seconds)::bigint as seconds,
    max(version) as version
  from report_work group by 1, 2
), pieces as (
  select order_id, count(*) as n, string_agg(int4send(quarter) || substr(int8send(seconds), 5), '' order by version) as bytes,
    min(quarter) * 900::bigint as first, max(quarter) * 900::bigint as last, max(version) as version
  from quarters group by 1
), steps as (
  select id, nullif(('x' || lpad(encode(substr(path, 2, 4), 'hex'), 16, '0'))::bit(64)::bigint, 0) as first,
    nullif(('x' || lpad(encode(substr(path, length(path) - 3, 4), 'hex'), 16, '0'))::bit(64)::bigint, 0) as last
  from report_orders where length(path) > 0
)
insert into report_orders_next
select o.id, to_timestamp(greatest(s.first, s.last, p.last)), to_timestamp(least(s.first, s.last, p.first)),
  o.placed_at, o.completed_at, o.cancelled_at, o.creator, o.customer, o.service,
  uuid_send(o.id) || uuid_send(o.creator) ||
    uuid_send(coalesce(o.service, '00000000-0000-0000-0000-000000000000')) || int8send(o.allocated) ||
    int8send(o.worked) || int2send((length(o.path) / 5)::smallint) || int2send(coalesce(p.n, 0)::smallint) || o.path || coalesce(p.bytes, ''),
  o.status, o.service_name, o.client, o.operator, o.archived, o.allocated, o.worked, o.passed,
  greatest(o.version, p.version), o.position
from report_orders o left join pieces p on p.order_id = o.id left join steps s on s.id = o.id;
drop table report_orders;
alter table report_orders_next rename to report_orders;
alter index report_orders_next_pkey rename to report_orders_pkey;
-- The orders of a report.
create index report_orders_touched on report_orders (touched_at, began_at) where touched_at is not null;
-- The lists behind figures are read in the order of these.
create index report_orders_placed on report_orders (placed_at desc, id) where placed_at is not null;
create index report_orders_completed on report_orders (completed_at desc, id) include (operator)
  where completed_at is not null;
create index report_orders_cancelled on report_orders (cancelled_at desc, id) where cancelled_at is not null;
create index report_orders_customer on report_orders (customer);
create index report_orders_operator on report_orders (operator) where operator is not null;
create index report_orders_load on report_orders (operator)
  where operator is not null and not archived and status not in ('draft', 'completed', 'cancelled');
alter table report_orders owner to proofboard_app;

alter table report_work drop column spent;
-- What reports read of all proofs.
alter table report_proofs
  add column revised bytea not null generated always as (uuid_send(order_id) || int4send(versions)) stored;

-- +goose Down
alter table report_proofs drop column revised;
alter table report_work
  add column spent bytea not null generated always as (timestamptz_send(at) || int8send(seconds)) stored;
alter table report_orders add column path bytea;
update report_orders set path = substr(life, 69, 5 * (get_byte(life, 64) * 256 + get_byte(life, 65)));
alter table report_orders alter column path set not null, drop column life, drop column touched_at, drop column began_at;
alter table report_orders
  add column life bytea not null generated always as (int8send(allocated) || int8send(worked) || path) stored;
create index report_orders_done on report_orders (id) include (completed_at) where completed_at is not null;
