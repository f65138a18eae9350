-- +goose Up

-- When somebody last gave their second factor in a session (D-80), and the session that a second step is
-- for. Null: the second step is that of a sign-in.
alter table sessions add column factor_at timestamptz;
alter table second_steps add column session uuid;

-- +goose Down
alter table second_steps drop column session;
alter table sessions drop column factor_at;
