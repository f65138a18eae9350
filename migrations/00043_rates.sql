-- +goose Up
-- When somebody last did what is limited in number, for as long as it counts (D-71). After a crash everybody begins anew.
create unlogged table rates (
  subject bytea primary key,
  times   timestamptz[] not null
);

-- +goose Down
drop table rates;
