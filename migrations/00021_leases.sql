-- +goose Up

-- What one process does at a time, and which process took it last; the advisory lock of the key says whether it still does.
create table leases (
  name   text        primary key,
  key    bigint      not null,
  holder text        not null,
  since  timestamptz not null
);

-- +goose Down
drop table leases;
