-- +goose Up
-- The times at which somebody did something whose rate is limited, for as long as they count
-- (D-71). They may be lost in a crash.
create unlogged table rates (
  subject bytea primary key,
  times   timestamptz[] not null
);

-- +goose Down
drop table rates;
