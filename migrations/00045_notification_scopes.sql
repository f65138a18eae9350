-- +goose Up

-- The people who are notified of every new order instead of only their own. Without a row somebody
-- is notified of their own orders.
create table notification_scopes (
  person uuid primary key references users (id) on delete cascade,
  scope  text not null check (scope in ('mine', 'all'))
);
grant select, insert, update, delete on notification_scopes to proofboard_app;

-- +goose Down
drop table notification_scopes;
