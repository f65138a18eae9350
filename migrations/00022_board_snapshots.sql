-- +goose Up

-- The board at intervals of a number of events, compressed. Reading the board at a past moment
-- begins at the snapshot before it. Computed from the log.
create table board_snapshots (
  position bigint  primary key,
  schema   integer not null,
  orders   bytea   not null
);
alter table board_snapshots alter orders set storage external; -- packed already

-- +goose Down
drop table board_snapshots;
