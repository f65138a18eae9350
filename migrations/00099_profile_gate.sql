-- +goose Up

-- When the profile gate closes for somebody whose profile is not complete (D-290): null at once,
-- infinity for whoever was here before the upgrade and has not been told yet. A migration for a build
-- that asks for more of a profile sets everybody to infinity again.
alter table people add column gate_after timestamptz default 'infinity';
alter table people alter column gate_after drop default;

-- +goose Down
alter table people drop column gate_after;
