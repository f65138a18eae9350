-- +goose Up

-- Access tokens with which other software acts as a person. That somebody created or revoked one is an
-- event; the name and the hash are only here. A token is valid while its generation is that of its
-- person, like a session.
create table access_tokens (
  id         uuid        primary key,
  token_hash bytea       not null unique,
  person     uuid        not null references people (id) on delete cascade,
  name       text        not null,
  scopes     text[]      not null,
  generation bigint      not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index access_tokens_person on access_tokens (person);
create index access_tokens_expiry on access_tokens (expires_at);
grant select, insert, update, delete on access_tokens to proofboard_app;

-- +goose Down
drop table access_tokens;
