-- +goose Up
-- Images that had no picture are looked at once more: CMYK TIFFs can be read now, and some were on their way when a service was
-- stopped. The job that makes missing pictures takes them.
delete from thumbnails t where key = '' and exists (
	select from proof_versions v where v.sha256 = t.sha256 and v.content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/tiff'));

-- +goose Down
select 1;
