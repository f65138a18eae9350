-- +goose Up

-- When people want mail about messages they have not read. Without a row the program's defaults
-- hold.
create table mail_settings (
  person     uuid not null references users (id) on delete cascade,
  grp        text not null check (grp in ('asked', 'comments', 'changes')),
  mode       text not null check (mode in ('at-once', 'daily', 'off')),
  changed_at timestamptz not null,
  primary key (person, grp)
);
grant select, insert, update, delete on mail_settings to proofboard_app;

-- Unread messages, for the mail about them.
create index notifications_unread on notifications (at) where not is_read;

-- +goose Down
drop index notifications_unread;
drop table mail_settings;
