-- +goose Up

-- The packs that a client sells beside plans, from the log.
create table sales_price_lists (
  stream   uuid primary key,
  packs    jsonb not null,
  version  int not null,
  position bigint not null
);
alter table sales_price_lists owner to proofboard_app;

-- +goose Down
drop table sales_price_lists;
