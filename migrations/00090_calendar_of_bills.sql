-- +goose Up

-- The last day on which an invoice is paid in time. It is null for those that were issued before there was one.
alter table sales_invoices add column due_on date;

-- +goose Down
alter table sales_invoices drop column due_on;
