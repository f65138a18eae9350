-- +goose Up

-- The Merkle tree over the log (RFC 6962), in tiles of up to 256 hashes of 32 bytes: level 0 has
-- the hashes of the events, each level above has the roots of the full tiles below (BY-021). It can
-- be computed again from the log.
create table tree_tiles (
  level  smallint not null,
  index  bigint   not null,
  hashes bytea    not null,
  primary key (level, index)
);
alter table tree_tiles alter column hashes set storage external;

-- The number of events that the tiles cover.
create table tree_size (
  only_row boolean primary key default true check (only_row),
  size     bigint  not null check (size >= 0)
);
insert into tree_size (size) values (0);

-- The signed heads. A copy outside this database shows whether the log was cut or rewritten.
create table tree_heads (
  size      bigint      primary key,
  signed    text        not null,
  signed_at timestamptz not null
);

-- +goose Down
drop table tree_heads;
drop table tree_size;
drop table tree_tiles;
