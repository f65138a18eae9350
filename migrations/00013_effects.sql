-- +goose Up

-- The effects that workers had outside the product (mail, webhooks) because of an event, so that an
-- event that is handled twice has its effect once.
create table effects (
  position bigint      not null,
  effect   text        not null,
  done_at  timestamptz not null default now(),
  primary key (position, effect)
);

-- +goose Down
drop table effects;
