-- +goose Up

-- The key that each person's texts are encrypted with. The keys themselves are stored elsewhere, so
-- that a restored backup does not bring back erased texts.
create table account_keys (
  id           uuid        primary key,
  person       uuid        not null unique,
  created_at   timestamptz not null default now(),
  destroyed_at timestamptz
);

-- +goose Down
drop table account_keys;
