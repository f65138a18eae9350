-- +goose Up

-- When work on an order should start, by the business hours at the time of the promise. It is null for
-- orders that began to wait before, which are counted without regard to the hours.
alter table board_cards add column start_by timestamptz;

-- +goose Down
alter table board_cards drop column start_by;
