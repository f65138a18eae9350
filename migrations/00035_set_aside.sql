-- +goose Up

-- The position of the event with which somebody put the order back into the queue, 0 for none.
-- Automatic promotion skips the order until a later event has freed a slot.
alter table board_cards add column set_aside bigint not null default 0;

-- Fill the column of existing orders as the projection would have done.
update board_cards c set set_aside = e.position
from (
  select distinct on (stream_id) stream_id, position, data from events
  where stream_id in (select id from board_cards where status = 'queue') and data->>'to' is not null
  order by stream_id, version desc) e
where e.stream_id = c.id and e.data->>'from' = 'ready-to-go' and e.data->>'to' = 'queue';

-- +goose Down
alter table board_cards drop column set_aside;
