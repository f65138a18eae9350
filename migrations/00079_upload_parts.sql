-- +goose Up
-- Uploads in parts. A process of the build before leaves the columns null, and then it is a form.
alter table upload_grants
  add column key      text,        -- of the file in the store
  add column store_id text;        -- by which the store knows the parts

-- +goose Down
alter table upload_grants drop column key, drop column store_id;
