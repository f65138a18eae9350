-- +goose Up

-- Search becomes a projection of its own. It continues at the position of the board, which wrote
-- the table until now, and takes over the streams that are parked there.
insert into checkpoints (name, position) select 'search', min(position) from checkpoints where name = 'board' having count(*) > 0 on conflict do nothing;
insert into parked_streams (projection, stream_id, position, version, type, error, parked_at)
  select 'search', stream_id, position, version, type, error, parked_at from parked_streams where projection = 'board' on conflict do nothing;

-- +goose Down
delete from parked_streams where projection = 'search';
delete from checkpoints where name = 'search';
