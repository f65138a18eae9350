-- +goose Up
-- Try images without a picture once more: CMYK TIFFs can be read now, and some were in progress
-- when a process stopped. The job that makes missing pictures handles them.
delete from thumbnails t where key = '' and exists (
	select from proof_versions v where v.sha256 = t.sha256 and v.content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/tiff'));

-- +goose Down
select 1;
