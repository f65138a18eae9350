-- +goose Up

-- The read model "organisation": who belongs to which account, and what for.
create table account_clients (
  stream        uuid    primary key,
  id            text    not null,
  kind          text    not null,
  colour        text    not null,
  logo          text    not null,          -- SHA-256 of the brand files, empty for none
  favicon       text    not null,
  placeholder   text    not null,
  named         integer not null,          -- changes of its names so far
  hosts         text[]  not null,
  signup        boolean not null,
  second_factor boolean not null,
  hours         jsonb,                     -- null: not set
  created_at    timestamptz not null,
  version       integer not null,
  position      bigint  not null
);
create unique index account_clients_id on account_clients (id);
create index account_clients_hosts on account_clients using gin (hosts);

-- Quotas and limits below 0 mean unlimited.
create table account_customers (
  id                 uuid    primary key,
  client_id          text    not null,
  package            text    not null,
  max_active_orders  integer not null,
  payg               boolean not null,
  storage            bigint  not null,
  additional_storage bigint  not null,
  state              text    not null,
  deletes_at         timestamptz,          -- null unless somebody asked for the deletion
  created_at         timestamptz not null,
  version            integer not null,
  position           bigint  not null
);
create index account_customers_client on account_customers (client_id, created_at desc, id);
create index account_customers_leaving on account_customers (deletes_at) where state = 'deletion-requested';

-- A session is valid while its generation is that of its person, or if it is the one kept.
create table account_members (
  stream       uuid    primary key,
  person       uuid    not null,
  client_id    text    not null,
  customer_id  uuid,                       -- null for the people of the provider and of a reseller
  role         text    not null,
  is_approver  boolean not null,
  view_only    boolean not null,
  state        text    not null,
  verified     boolean not null,
  generation   bigint  not null,           -- position of the event that last ended all sessions
  kept_session uuid,
  invited_at   timestamptz,
  invited_by   uuid,
  joined_at    timestamptz,
  changed_at   timestamptz not null,
  version      integer not null,
  position     bigint  not null
);
create unique index account_members_person on account_members (person);
create index account_members_account on account_members (client_id, customer_id, state);
create index account_members_role on account_members (role) where state = 'active';
create index account_members_deleted on account_members (changed_at) where state = 'deleted';

alter table account_clients owner to proofboard_app;
alter table account_customers owner to proofboard_app;
alter table account_members owner to proofboard_app;

-- What is personal stays in plain tables, under names of their own. Their columns of facts are only
-- read once, when the facts become events, and by processes of the version before. The migration of
-- the next release drops them.
alter table users rename to people;
alter table people
  alter column role drop not null,
  alter column client_id drop not null,
  alter column is_approver drop not null, alter column is_approver drop default,
  alter column view_only drop not null, alter column view_only drop default;
alter table customers rename to companies;
alter table companies
  alter column client_id drop not null,
  alter column package drop not null, alter column package drop default,
  alter column max_active_orders drop not null, alter column max_active_orders drop default,
  alter column payg drop not null, alter column payg drop default,
  alter column storage_quota drop not null, alter column storage_quota drop default,
  alter column additional_storage_quota drop not null, alter column additional_storage_quota drop default;
alter table clients rename to tenants;
alter table tenants
  alter column kind drop not null,
  alter column brand drop not null, alter column brand drop default;

-- Processes of the version before read these views while they are replaced. The functions resolve
-- names when they are called, so that a rebuild can replace the tables.
-- +goose StatementBegin
create function users_of_older_versions() returns table (
  id uuid, email text, password text, firstname text, lastname text, avatar text, job_title text, role text,
  client_id text, customer_id uuid, is_approver boolean, view_only boolean, time_zone text, created_at timestamptz
) language sql stable as $$
  select p.id, p.email, p.password, p.firstname, p.lastname, p.avatar, p.job_title, coalesce(m.role, p.role),
    coalesce(m.client_id, p.client_id), case when m.person is null then p.customer_id else m.customer_id end,
    coalesce(m.is_approver, p.is_approver), coalesce(m.view_only, p.view_only), p.time_zone, p.created_at
  from people p left join account_members m on m.person = p.id
  where coalesce(m.state, 'active') = 'active' and coalesce(m.role, p.role) is not null
$$;
-- +goose StatementEnd
create view users as select * from users_of_older_versions();

-- +goose StatementBegin
create function customers_of_older_versions() returns table (
  id uuid, client_id text, name text, package text, max_active_orders integer, payg boolean, storage_quota bigint,
  additional_storage_quota bigint
) language sql stable as $$
  select c.id, coalesce(a.client_id, c.client_id), c.name, coalesce(k.name, a.package, c.package),
    coalesce(a.max_active_orders, c.max_active_orders), coalesce(a.payg, c.payg), coalesce(a.storage, c.storage_quota),
    coalesce(a.additional_storage, c.additional_storage_quota)
  from companies c left join account_customers a on a.id = c.id left join packages k on k.id::text = a.package
  where coalesce(a.client_id, c.client_id) is not null
$$;
-- +goose StatementEnd
create view customers as select * from customers_of_older_versions();

-- +goose StatementBegin
create function clients_of_older_versions() returns table (id text, name text, kind text, brand text, logo text)
language sql stable as $$
  select t.id, t.name, coalesce(a.kind, t.kind), coalesce(a.colour, t.brand), t.logo
  from tenants t left join account_clients a on a.id = t.id
  where coalesce(a.kind, t.kind) is not null
$$;
-- +goose StatementEnd
create view clients as select * from clients_of_older_versions();
grant select on users, customers, clients to proofboard_app;

alter table sessions add column generation bigint not null default 0;

-- +goose Down
alter table sessions drop column generation;
drop view clients, customers, users;
drop function clients_of_older_versions(), customers_of_older_versions(), users_of_older_versions();
update tenants t set kind = a.kind, brand = a.colour from account_clients a where a.id = t.id;
update companies c set client_id = a.client_id, package = a.package, max_active_orders = a.max_active_orders,
  payg = a.payg, storage_quota = a.storage, additional_storage_quota = a.additional_storage
  from account_customers a where a.id = c.id;
update people p set role = m.role, client_id = m.client_id, customer_id = m.customer_id, is_approver = m.is_approver,
  view_only = m.view_only from account_members m where m.person = p.id;
alter table tenants rename to clients;
alter table clients
  alter column kind set not null,
  alter column brand set not null, alter column brand set default '#2563eb';
alter table companies rename to customers;
alter table customers
  alter column client_id set not null,
  alter column package set not null, alter column package set default '',
  alter column max_active_orders set not null, alter column max_active_orders set default 3,
  alter column payg set not null, alter column payg set default false,
  alter column storage_quota set not null, alter column storage_quota set default -1,
  alter column additional_storage_quota set not null, alter column additional_storage_quota set default 0;
alter table people rename to users;
alter table users
  alter column role set not null,
  alter column client_id set not null,
  alter column is_approver set not null, alter column is_approver set default false,
  alter column view_only set not null, alter column view_only set default false;
drop table account_members, account_customers, account_clients;
