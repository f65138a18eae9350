-- +goose Up

-- Plain tables: events name people, customers and services by id only (D-33).

-- A tenant: the provider ('admin'), its direct customers ('customer'), and each white-label reseller (D-25).
create table clients (
  id          text primary key,
  name        text not null,
  kind        text not null check (kind in ('provider', 'direct', 'reseller')),
  brand       text not null default '#2563eb',
  logo        text not null default ''
);

-- An account that places orders. Quotas below 0 mean unlimited.
create table customers (
  id                uuid primary key,
  client_id         text not null references clients (id),
  name              text not null,
  package           text not null default '',
  max_active_orders integer not null default 3
);
create index customers_client on customers (client_id);

create table users (
  id           uuid primary key,
  email        text not null,
  password     text not null,             -- argon2id
  firstname    text not null,
  lastname     text not null default '',
  avatar       text not null default '',
  job_title    text not null default '',
  role         text not null check (role in ('owner', 'staff', 'operator', 'manager', 'creative_manager', 'production_manager', 'cso', 'admin')),
  client_id    text not null references clients (id),
  customer_id  uuid references customers (id),
  is_approver  boolean not null default false,
  view_only    boolean not null default false,
  time_zone    text not null default 'UTC',
  created_at   timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_customer on users (customer_id) where customer_id is not null;
create index users_client_role on users (client_id, role);

-- Access tokens are stored as hashes (D-23).
create table sessions (
  id         uuid primary key,
  token_hash bytea not null unique,
  user_id    uuid not null references users (id) on delete cascade,
  desk       boolean not null,            -- signed in at the design desk
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Failed sign-ins by account and by address, both stored as hashes (D-23).
create table signin_failures (
  subject bytea not null,
  at      timestamptz not null
);
create index signin_failures_subject on signin_failures (subject, at);

-- Keys that all processes share, created at the first start.
create table server_keys (
  name text primary key,
  key  bytea not null
);

create table services (
  id       uuid primary key,
  category text not null,
  name     text not null
);

-- +goose Down
drop table services, server_keys, signin_failures, sessions, users, customers, clients;
