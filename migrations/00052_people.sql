-- +goose Up

-- What people and companies tell about themselves (D-50).
alter table people add column phone text not null default '';
alter table companies
  add column address text not null default '',
  add column country text not null default '', -- ISO 3166, two letters
  add column contact text not null default '';
alter table tenants
  add column address text not null default '',
  add column country text not null default '',
  add column contact text not null default '';

-- Small pictures of people. An id is only known to those who are shown the person.
create table avatars (
  id         uuid        primary key,
  person     uuid        not null references people (id) on delete cascade,
  picture    bytea       not null,          -- a JPEG
  created_at timestamptz not null
);
create index avatars_person on avatars (person);
grant select, insert, update, delete on avatars to proofboard_app;

-- Where somebody is signed in (D-47).
alter table sessions
  add column browser text not null default '', -- for instance "Firefox on Linux"
  add column address text not null default '';

-- Lists are sorted by name and searched by parts of names and addresses.
create index people_by_name on people (lower(firstname || ' ' || lastname), id);
create index people_texts on people using gin (lower(firstname || ' ' || lastname || ' ' || email) gin_trgm_ops);
create index companies_by_name on companies (lower(name), id);
create index companies_texts on companies using gin (lower(name) gin_trgm_ops);

-- +goose Down
drop index companies_texts, companies_by_name, people_texts, people_by_name;
alter table sessions drop column address, drop column browser;
drop table avatars;
alter table tenants drop column contact, drop column country, drop column address;
alter table companies drop column contact, drop column country, drop column address;
alter table people drop column phone;
