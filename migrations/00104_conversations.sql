-- +goose Up

-- The messages of an order's conversation are topics without a version (BY-061), so they are found by
-- their order too.
create index topics_place on topics (version_id, order_id, opened_at, id);
drop index topics_version;

-- +goose Down
create index topics_version on topics (version_id, opened_at, id);
drop index topics_place;
