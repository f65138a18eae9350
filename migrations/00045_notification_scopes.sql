-- +goose Up

-- Whose notifications are about every new order, or only about their own; who has no row gets only their own.
create table notification_scopes (
  person uuid primary key references users (id) on delete cascade,
  scope  text not null check (scope in ('mine', 'all'))
);
grant select, insert, update, delete on notification_scopes to proofboard_app;

-- +goose Down
drop table notification_scopes;
