-- +goose Up

-- A preview of an image that browsers cannot show, apart from the thumbnail. It can be made again
-- from the file.
alter table thumbnails
  add column preview_key    text    not null default '',  -- empty: browsers show the file itself, or nothing can be made
  add column preview_type   text    not null default '',
  add column preview_width  integer not null default 0,
  add column preview_height integer not null default 0;

-- Look again at the files that may have a preview now.
delete from thumbnails t using proof_versions v where v.sha256 = t.sha256 and (v.content_type = 'image/tiff' or t.key = '' and v.content_type like 'image/%');

-- +goose Down
alter table thumbnails drop column preview_key, drop column preview_type, drop column preview_width, drop column preview_height;
