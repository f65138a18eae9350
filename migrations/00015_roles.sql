-- +goose Up

-- The application works with this role: it appends to the log and reads it, but cannot change or
-- remove events (D-34). Migrations run as the owner. If the owner may not create roles, create this
-- one beforehand and make the owner a member.
-- +goose StatementBegin
do $$
begin
  if not exists (select from pg_roles where rolname = 'proofboard_app') then
    create role proofboard_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- made for another database of this server just now
end $$;
-- +goose StatementEnd

grant usage, create on schema public to proofboard_app;
grant select, insert, update, delete on all tables in schema public to proofboard_app;
alter default privileges in schema public grant select, insert, update, delete on tables to proofboard_app;
revoke update, delete on events, tree_heads from proofboard_app;

-- A rebuild replaces these tables, which only their owner may do.
alter table board_cards owner to proofboard_app;
alter table proof_attachments owner to proofboard_app;
alter table proof_versions owner to proofboard_app;
alter table topics owner to proofboard_app;
alter table topic_comments owner to proofboard_app;
alter table timeline_streams owner to proofboard_app;
alter table timeline_entries owner to proofboard_app;
alter table notifications owner to proofboard_app;

-- +goose Down
-- +goose StatementBegin
do $$
begin
  execute 'reassign owned by proofboard_app to ' || quote_ident(current_user);
end $$;
-- +goose StatementEnd
drop owned by proofboard_app;
