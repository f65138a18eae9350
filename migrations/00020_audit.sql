-- +goose Up

-- Auditors search the whole timeline by person, by event type and by the part of the product that
-- an event came from.
alter table timeline_entries add column via text not null default '';
update timeline_entries t set via = e.metadata ->> 'via' from events e where e.position = t.position and e.metadata ->> 'via' <> '';
create index timeline_entries_actor on timeline_entries (actor, position desc);
create index timeline_entries_type on timeline_entries (type, position desc);
create index timeline_entries_via on timeline_entries (via, position desc);

-- Refused commands, newest first (BY-025).
create index command_outcomes_refused on command_outcomes (at desc, command_id desc) where refusal is not null;

-- +goose Down
drop index command_outcomes_refused;
alter table timeline_entries drop column via;
