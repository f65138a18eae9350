-- +goose Up

-- Steps of billing that were refused, until an operator has dealt with them. They are no read model: the log has no
-- event of a command that was refused.
create table refused_steps (
  id       uuid        primary key, -- of what was to be done because of what
  step     text        not null,    -- in words
  stream   uuid        not null,    -- of the event that it followed from, or what was due
  position bigint      not null,    -- of the event; 0: it was due by time
  message  text        not null,
  count    bigint      not null default 1,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  again    boolean     not null default false -- an operator wants it to be done again
);
alter table refused_steps owner to proofboard_app;
create index refused_steps_newest on refused_steps (last_at desc, id);
create index refused_steps_again on refused_steps (position) where again;

-- +goose Down
drop table refused_steps;
