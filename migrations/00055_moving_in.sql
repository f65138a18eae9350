-- +goose Up

-- The sender of a client's mails. Empty: the client's name.
alter table tenants add column sender text not null default '';

-- Pictures that clients show: logos, favicons, placeholders. They are named by what they contain, so
-- one that is served never changes.
create table brand_files (
  client     text        not null references tenants (id) on delete cascade,
  sha256     text        not null,
  picture    bytea       not null,          -- a PNG
  created_at timestamptz not null,
  primary key (client, sha256)
);
create index brand_files_sha256 on brand_files (sha256);
grant select, insert, update, delete on brand_files to proofboard_app;

-- People who registered themselves sign in once their address is verified (D-45).
alter table account_members add column signed_up boolean not null default false;

-- The address that a person wants to have, until it is proved, and the one that it replaced, until a
-- mail was sent to it.
create table email_changes (
  person     uuid        not null references people (id) on delete cascade,
  replaced   boolean     not null,
  address    text        not null,
  changed_at timestamptz not null,
  primary key (person, replaced)
);
grant select, insert, update, delete on email_changes to proofboard_app;

alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('setup', 'invitation', 'reset', 'verification', 'email'));

-- Exports of whole accounts.
create table account_archives (
  id           uuid        primary key,
  customer     uuid        not null,
  person       uuid        not null,          -- who asked for it
  requested_at timestamptz not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  attempts     integer     not null default 0,
  orders       integer     not null default 0,
  written      integer     not null default 0, -- orders that are written so far
  file_name    text        not null default '', -- empty without a file
  size         bigint      not null default 0
);
create index account_archives_customer on account_archives (customer, requested_at desc);
create index account_archives_waiting on account_archives (requested_at) where state = 'waiting';
grant select, insert, update, delete on account_archives to proofboard_app;

-- +goose Down
drop table account_archives;
delete from account_tokens where purpose = 'email';
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('setup', 'invitation', 'reset', 'verification'));
drop table email_changes;
alter table account_members drop column signed_up;
drop table brand_files;
alter table tenants drop column sender;
