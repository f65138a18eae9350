-- +goose Up

-- The pages of a version that somebody has opened, to name the others before an order is approved. They are no facts of the order, so
-- they are in no stream.
create table opened_pages (
  version uuid           primary key,
  pages   int4multirange not null
);

-- +goose Down
drop table opened_pages;
