-- +goose Up

-- Whether the installation takes international phone numbers (D-89). It stands with the provider.
alter table tenants add column international_phones boolean not null default false;

-- +goose Down
alter table tenants drop column international_phones;
