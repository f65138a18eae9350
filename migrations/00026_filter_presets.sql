-- +goose Up

-- Saved filters of the board and the list, and of the archive. They belong to one person.
create table filter_presets (
  id         uuid primary key,
  person     uuid not null references users (id) on delete cascade,
  archived   boolean not null,              -- of the archive
  name       text not null check (char_length(name) between 1 and 30),
  fields     jsonb not null,                -- what is set, by the names of the query of GET /order
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index filter_presets_person on filter_presets (person, archived, lower(name), id);

-- +goose Down
drop table filter_presets;
