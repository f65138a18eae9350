-- +goose Up

-- The timeline names the details that changed. Existing rows get the names of the fields of their
-- events, as the projection writes them.
update timeline_entries t set detail = coalesce((
  select string_agg(f.name, ',' order by f.n)
  from (values (1, 'name', e.data->'name'), (2, 'brief', e.data->'brief'), (3, 'service', coalesce(e.data->'service', e.data->'serviceName')),
    (4, 'due', coalesce(e.data->'due', e.data->'dueCleared')), (5, 'priority', e.data->'priority'), (6, 'references', e.data->'references'), (7, 'payg', e.data->'payg')) f (n, name, value)
  where f.value is not null), '')
from events e where e.position = t.position and t.type = 'order.details_changed';

-- +goose Down
update timeline_entries set detail = '' where type = 'order.details_changed';
