-- +goose Up

-- The days of an invoice and of its credit note, in the time zone of the issuer. They are null for those from before.
alter table sales_invoices add column zone text not null default '', add column issued_on date, add column credited_on date;

-- +goose Down
alter table sales_invoices drop column zone, drop column issued_on, drop column credited_on;
