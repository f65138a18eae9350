-- +goose Up

-- The leases: what one process does at a time, and the process that last took it. The advisory lock
-- of the key says whether that process still has it.
create table leases (
  name   text        primary key,
  key    bigint      not null,
  holder text        not null,
  since  timestamptz not null
);

-- +goose Down
drop table leases;
