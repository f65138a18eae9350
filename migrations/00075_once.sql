-- +goose Up

-- What is done once has no lease in this list any longer: operators were told that nobody has it.
delete from leases where name in ('demo', 'accounts adopted');

-- +goose Down
