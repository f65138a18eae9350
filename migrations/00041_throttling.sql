-- +goose Up
-- A failure delays the next attempt until the password is right. It counts as a guess of that hour
-- in any case (D-72).
alter table signin_failures add column cleared boolean not null default false;

-- +goose Down
alter table signin_failures drop column cleared;
