-- +goose Up

-- What is searched is a projection of its own from here on. It goes on where the board's stands, which kept the table until
-- now: with the streams that wait there.
insert into checkpoints (name, position) select 'search', min(position) from checkpoints where name = 'board' having count(*) > 0 on conflict do nothing;
insert into parked_streams (projection, stream_id, position, version, type, error, parked_at)
  select 'search', stream_id, position, version, type, error, parked_at from parked_streams where projection = 'board' on conflict do nothing;

-- +goose Down
delete from parked_streams where projection = 'search';
delete from checkpoints where name = 'search';
