-- +goose Up

-- What an earlier review showed to the customer's people stays readable. Both columns are positions
-- of events: shown_until ended the last review of the order (0: none), since added the file of the
-- version.
alter table board_cards add column shown_until bigint not null default 0;
alter table proof_versions add column since bigint not null default 0;

-- Fill the columns of existing rows as the projections would have done.
update board_cards c set shown_until = e.position
from (
  select stream_id, max(position) as position from events
  where stream_type = 'order' and data->>'from' in ('in-review', 'approved', 'completed') and data->>'to' not in ('in-review', 'approved', 'completed')
  group by stream_id) e
where e.stream_id = c.id;
update proof_versions v set since = e.position
from (
  select (data->>'version')::uuid as version, max(position) as position from events
  where type in ('proof.version_added', 'proof.file_replaced')
  group by 1) e
where e.version = v.id;

-- +goose Down
alter table proof_versions drop column since;
alter table board_cards drop column shown_until;
