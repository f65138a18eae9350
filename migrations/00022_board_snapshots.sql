-- +goose Up

-- The board as it was every so many events, packed: where the fold of a moment in the past begins. Made from the log.
create table board_snapshots (
  position bigint  primary key,
  schema   integer not null,
  orders   bytea   not null
);
alter table board_snapshots alter orders set storage external; -- packed already

-- +goose Down
drop table board_snapshots;
