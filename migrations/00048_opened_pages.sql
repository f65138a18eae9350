-- +goose Up

-- The pages of a version that somebody has opened, so that the others can be named before an order
-- is approved. They are no facts of the order, so no stream has them.
create table opened_pages (
  version uuid           primary key,
  pages   int4multirange not null
);

-- +goose Down
drop table opened_pages;
