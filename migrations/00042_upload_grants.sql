-- +goose Up
-- Upload forms that were handed out. Their bytes are reserved until the file is completed, or until
-- the form has expired and what was sent with it is deleted (D-71).
create table upload_grants (
  id           uuid primary key,
  person       uuid not null,
  customer     uuid not null,
  bytes        bigint not null check (bytes > 0),
  expires_at   timestamptz not null,
  completed_at timestamptz
);
create index upload_grants_customer on upload_grants (customer) where completed_at is null;
create index upload_grants_person on upload_grants (person) where completed_at is null;
create index upload_grants_end on upload_grants (least(completed_at, expires_at));

-- +goose Down
drop table upload_grants;
