-- +goose Up

-- Who sells and who buys, as they were when an invoice was issued. Personal data is in tables and not in
-- the log, and a deleted account is erased here too.
create table invoice_parties (
  invoice        uuid primary key,
  customer       uuid not null,
  seller_name    text not null,
  seller_address text not null,
  seller_country text not null,
  seller_contact text not null,
  buyer_name     text not null,
  buyer_address  text not null,
  buyer_country  text not null,
  buyer_contact  text not null
);
create index invoice_parties_of on invoice_parties (customer);
alter table invoice_parties owner to proofboard_app;

-- +goose Down
drop table invoice_parties;
