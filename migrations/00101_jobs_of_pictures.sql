-- +goose Up

-- Pictures are jobs (D-304), whose ids are made of the checksums of their files. That a picture is wanted is told by
-- next_at, as before; when it is tried stands in jobs. Earlier versions still read attempts and claimed_until.
create index thumbnails_job on thumbnails ((md5(sha256)::uuid));

-- +goose Down
drop index thumbnails_job;
