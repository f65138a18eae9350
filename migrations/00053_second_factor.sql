-- +goose Up

-- Second factors of people (D-46). Whether somebody added or removed one is an event; the secrets are
-- only here. A factor counts once it is confirmed.
create table account_factors (
  id            uuid        primary key,
  person        uuid        not null references people (id) on delete cascade,
  kind          text        not null check (kind in ('totp', 'passkey')),
  name          text        not null default '',
  secret        text        not null default '',  -- of an authenticator app, sealed with the person's key
  step          bigint      not null default 0,    -- time step of the newest code that was used
  credential_id bytea       unique,
  credential    jsonb,                             -- public key and counter of a passkey
  ceremony      jsonb,                             -- state of adding a passkey, until it is confirmed
  confirmed     boolean     not null default false,
  created_at    timestamptz not null,
  used_at       timestamptz
);
create index account_factors_person on account_factors (person);

-- Codes for somebody who lost their second factor. Each works once.
create table recovery_codes (
  person    uuid  not null references people (id) on delete cascade,
  code_hash bytea not null,
  primary key (person, code_hash)
);

-- Sign-ins whose password was right, and which wait for the second factor.
create table second_steps (
  token_hash bytea       primary key,
  person     uuid        not null references people (id) on delete cascade,
  desk       boolean     not null,
  ceremony   jsonb,                                -- state of the check of a passkey
  expires_at timestamptz not null
);
create index second_steps_expiry on second_steps (expires_at);
grant select, insert, update, delete on account_factors, recovery_codes, second_steps to proofboard_app;

-- +goose Down
drop table second_steps, recovery_codes, account_factors;
