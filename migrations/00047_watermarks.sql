-- +goose Up

-- The watermark of downloaded proofs: of an order as its events say, and of all orders of a client.
-- A direct customer is a client of its own. A reseller is one client with all its customers and has
-- the zero id here.
alter table board_cards add column watermark text not null default '{}';

create table client_watermarks (
  client       text        not null references clients (id),
  customer     uuid        not null,
  name         text        not null,
  content_type text        not null,
  key          text        not null,
  size         bigint      not null,
  sha256       text        not null,
  dark         boolean     not null,
  set_by       uuid        not null,
  set_at       timestamptz not null,
  primary key (client, customer)
);
create index client_watermarks_key on client_watermarks (key);

-- +goose Down
drop table client_watermarks;
alter table board_cards drop column watermark;
