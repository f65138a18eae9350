-- +goose Up

-- Why an import failed, in words for the person who imports.
alter table imports add column failure text not null default '';

-- +goose Down
alter table imports drop column failure;
