-- +goose Up

-- Links that were sent to people, or printed for the first admin. Only the newest link of a purpose
-- works, and only once. Links are stored as hashes.
create table account_tokens (
  person     uuid        not null,          -- Nil for the link that sets the installation up
  purpose    text        not null check (purpose in ('setup', 'invitation', 'reset', 'verification')),
  token_hash bytea       not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (person, purpose)
);
create index account_tokens_expiry on account_tokens (expires_at);

-- +goose Down
drop table account_tokens;
