-- +goose Up
-- What commands came to is evidence: the application adds to it and changes nothing (BY-025).
revoke update, delete, truncate on command_outcomes from proofboard_app;

-- +goose Down
grant update, delete on command_outcomes to proofboard_app;
