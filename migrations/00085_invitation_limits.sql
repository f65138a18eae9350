-- +goose Up

-- How many invitations a day an account may send, where the design service has raised it (D-83).
create table invitation_limits (
  account text    primary key, -- the id of a customer or of a client
  most    integer not null check (most between 0 and 10000)
);
grant select, insert, update, delete on invitation_limits to proofboard_app;

-- +goose Down
drop table invitation_limits;
