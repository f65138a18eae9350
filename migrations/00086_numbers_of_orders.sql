-- +goose Up

-- Each client numbers its own orders (D-87). Until now an order was called by the position of its first event. Those
-- numbers stay, and a client goes on above the highest of its own.
create table order_numbers_before (client text primary key, last bigint not null);
comment on table order_numbers_before is 'the highest number of each client''s orders that were numbered by their position in the log';
insert into order_numbers_before (client, last)
  select data ->> 'client', max(position) from events where type = 'order.drafted' group by 1;
alter table order_numbers_before owner to proofboard_app;

alter table board_cards add column prefix text not null default 'PB';

-- The number here stays the position, by which the newest orders come first. A row without a name of its own is from
-- before.
alter table order_texts add column called text not null default '';
alter table order_texts drop column words;
alter table order_texts add column words text not null generated always as (
  ' ' || lower(coalesce(nullif(called, ''), 'PB-' || number::text))
  || ' ' || split_part(coalesce(nullif(called, ''), 'PB-' || number::text), '-', 2)
  || ' ' || lower(name || ' ' || service_name || ' ' || package) || ' '
) stored;
create index order_texts_words on order_texts using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256); -- kB: a search reads what waits there

-- +goose Down
alter table order_texts drop column words;
alter table order_texts drop column called;
alter table order_texts add column words text not null generated always as (' pb-' || number::text || ' ' || number::text || ' ' || lower(name || ' ' || service_name || ' ' || package) || ' ') stored;
create index order_texts_words on order_texts using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
alter table board_cards drop column prefix;
drop table order_numbers_before;
