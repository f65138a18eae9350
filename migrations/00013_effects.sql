-- +goose Up

-- What workers did in the world outside (mail, webhooks) for an event, so that an event that comes again does nothing.
create table effects (
  position bigint      not null,
  effect   text        not null,
  done_at  timestamptz not null default now(),
  primary key (position, effect)
);

-- +goose Down
drop table effects;
