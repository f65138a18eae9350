-- +goose Up
-- A preview shows the first page of its file, and the screen says so if there are more pages.
alter table thumbnails add column preview_pages integer not null default 0;

-- Try TIFFs again: some previews differed from the file, and their pages were not counted.
delete from thumbnails t using proof_versions v where v.sha256 = t.sha256 and v.content_type = 'image/tiff';

-- +goose Down
alter table thumbnails drop column preview_pages;
