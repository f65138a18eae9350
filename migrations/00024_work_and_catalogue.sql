-- +goose Up

-- What the catalogue promised for an order, how long it waited for work, and its working time
-- (D-37), in seconds.
alter table board_cards
  add column payg            boolean not null default false,
  add column reference_links text[]  not null default '{}',
  add column promised_start  bigint  not null default 0, -- 0: nothing promised
  add column allocated       bigint  not null default 0,
  add column published_at    timestamptz,                -- when it last began to wait
  add column started_at      timestamptz,                -- when that wait ended
  add column worked          bigint  not null default 0, -- finished working time
  add column work_by         uuid,                       -- whose timer runs
  add column work_since      timestamptz;
create index board_cards_work on board_cards (work_by) where work_by is not null;

-- Fill the columns of existing orders as the projection would have done.
update board_cards c set published_at = e.began, started_at = e.ended
from (
  select stream_id, began, (select min(m.occurred_at) from events m where m.stream_id = b.stream_id and m.occurred_at >= b.began
    and m.stream_type = 'order' and m.data->>'to' = 'in-progress' and m.data->>'from' in ('draft', 'queue', 'ready-to-go')) as ended
  from (
    select stream_id, max(occurred_at) as began from events
    where stream_type = 'order' and (data->>'to' in ('queue', 'ready-to-go') and data->>'from' not in ('queue', 'ready-to-go') or data->>'to' = 'in-progress' and data->>'from' = 'draft')
    group by stream_id) b) e
where e.stream_id = c.id;

-- The services that can be ordered, and their terms. The administrator edits them. Retired ones
-- stay for the orders that have them.
create table service_categories (
  id      uuid primary key,
  name    text not null check (length(name) between 1 and 100),
  place   integer not null default 0,
  retired boolean not null default false
);
alter table services
  add column category_id    uuid references service_categories (id),
  add column promised_start bigint  not null default 0 check (promised_start between 0 and 31536000), -- seconds; 0: nothing promised
  add column allocated      bigint  not null default 0 check (allocated between 0 and 31536000),
  add column place          integer not null default 0,
  add column retired        boolean not null default false;
insert into service_categories (id, name) select gen_random_uuid(), category from services group by category;
update services s set category_id = c.id from service_categories c where c.name = s.category;
alter table services alter column category_id set not null, drop column category;

-- The packages that customers subscribe to. Customers and orders store the package's name. Limits
-- below 0 mean unlimited.
create table packages (
  id                uuid primary key,
  name              text not null unique check (length(name) between 1 and 100),
  allocated         bigint  not null default -1, -- seconds of working time a cycle
  max_active_orders integer not null default -1,
  place             integer not null default 0,
  retired           boolean not null default false
);
insert into packages (id, name, max_active_orders) select gen_random_uuid(), package, max(max_active_orders) from customers where package <> '' group by package;

alter table customers add column payg boolean not null default false; -- pay as you go: billed by the hour

-- The person of a running timer: when they were last asked, when they answered, and when their
-- browser was last connected.
create table work_attention (
  person     uuid primary key,
  order_id   uuid not null,
  since      timestamptz not null,
  answered   timestamptz not null,
  warned     timestamptz,
  seen       timestamptz not null,
  stop_at    timestamptz              -- the schedule stopper: the browser is gone
);

-- +goose Down
drop table work_attention, packages;
alter table customers drop column payg;
alter table services add column category text not null default '';
update services s set category = c.name from service_categories c where c.id = s.category_id;
alter table services drop column category_id, drop column promised_start, drop column allocated, drop column place, drop column retired;
drop table service_categories;
drop index board_cards_work;
alter table board_cards drop column payg, drop column reference_links, drop column promised_start, drop column allocated, drop column published_at,
  drop column started_at, drop column worked, drop column work_by, drop column work_since;
