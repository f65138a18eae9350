-- +goose Up

-- Whose texts are sealed with which key. The keys themselves are kept elsewhere, so that a restored backup does not bring
-- back what was erased.
create table account_keys (
  id           uuid        primary key,
  person       uuid        not null unique,
  created_at   timestamptz not null default now(),
  destroyed_at timestamptz
);

-- +goose Down
drop table account_keys;
