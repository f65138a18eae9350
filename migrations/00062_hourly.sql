-- +goose Up

-- The orders whose work is paid by the hour, from the log.
create table sales_hourly (
  id           uuid primary key, -- of the order
  customer     uuid not null,
  estimate     jsonb not null,
  quarters     bigint not null, -- of an hour, billed already
  confirmed_at timestamptz not null,
  position     bigint not null
);
alter table sales_hourly owner to proofboard_app;
create index sales_hourly_of_customer on sales_hourly (customer, confirmed_at desc, id);

-- +goose Down
drop table sales_hourly;
