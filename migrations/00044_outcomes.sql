-- +goose Up
-- The outcomes of commands are evidence: the application only adds rows (BY-025).
revoke update, delete, truncate on command_outcomes from proofboard_app;

-- +goose Down
grant update, delete on command_outcomes to proofboard_app;
