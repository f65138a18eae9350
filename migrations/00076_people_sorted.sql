-- +goose Up

-- A search for one or two letters goes through everybody in the order of their names. With what is searched
-- in the same index, it reads only the rows that match.
alter table people add column sorted text generated always as (lower(firstname || ' ' || lastname)) stored;
drop index people_by_name;
create index people_by_name on people (sorted, id) include (texts);

-- +goose Down
drop index people_by_name;
alter table people drop column sorted;
create index people_by_name on people (lower(firstname || ' ' || lastname), id);
