-- +goose Up
-- A preview shows the first page of its file, and the screen says so where there are more.
alter table thumbnails add column preview_pages integer not null default 0;

-- TIFFs are looked at again: some previews were not what the file shows, and the pages were never counted.
delete from thumbnails t using proof_versions v where v.sha256 = t.sha256 and v.content_type = 'image/tiff';

-- +goose Down
alter table thumbnails drop column preview_pages;
