-- +goose Up

-- Reports of long periods merge the completed orders with their proofs, which are in the same order in
-- report_proofs_of, and read both indexes alone.
create index report_orders_done on report_orders (id) include (completed_at) where completed_at is not null;

-- +goose Down
drop index report_orders_done;
