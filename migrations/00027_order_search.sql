-- +goose Up

-- Search that tolerates misspellings uses trigrams. The extension is trusted and part of every
-- distribution of PostgreSQL. If the migrating role may not create extensions, an administrator
-- creates it beforehand.
create extension if not exists pg_trgm;

-- The searched texts of an order, apart from its card: every move changes the card, but none of
-- these. Names of people and accounts are not copied here (D-33); a search looks them up.
create table order_texts (
  id           uuid primary key,
  number       bigint not null,
  client       text not null,
  customer     uuid not null,
  creator      uuid not null,
  name         text not null,
  service_name text not null default '',
  package      text not null default '',
  words        text not null generated always as (' pb-' || number::text || ' ' || number::text || ' ' || lower(name || ' ' || service_name || ' ' || package) || ' ') stored
);
create index order_texts_words on order_texts using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256); -- kB: a search reads what waits there
create index order_texts_number on order_texts (number);
create index order_texts_customer on order_texts (customer);
create index order_texts_client on order_texts (client);
create index order_texts_creator on order_texts (creator);
insert into order_texts (id, number, client, customer, creator, name, service_name, package)
  select id, number, client, customer, creator, name, service_name, package from board_cards;
alter table order_texts owner to proofboard_app;

create index users_names on users using gin ((' ' || lower(firstname || ' ' || lastname) || ' ') gin_trgm_ops);
create index customers_names on customers using gin ((' ' || lower(name) || ' ') gin_trgm_ops);
create index clients_names on clients using gin ((' ' || lower(name) || ' ') gin_trgm_ops);

-- +goose Down
drop index users_names, customers_names, clients_names;
drop table order_texts;
