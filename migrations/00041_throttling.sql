-- +goose Up
-- A failure delays the next try until somebody gets the password right; it counts against the guesses of an hour all the same (D-72).
alter table signin_failures add column cleared boolean not null default false;

-- +goose Down
alter table signin_failures drop column cleared;
