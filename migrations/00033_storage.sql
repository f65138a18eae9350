-- +goose Up

-- How many bytes a customer may store (D-40). Below 0 means unlimited.
alter table customers
  add column storage_quota            bigint not null default -1,
  add column additional_storage_quota bigint not null default 0;

-- Every file that a version has or had. Removed ones are deleted from the store after a while
-- (D-14).
create table stored_files (
  version_id    uuid   not null,
  key           text   not null,
  attachment_id uuid   not null,
  sha256        text   not null,
  size          bigint not null,
  removed_at    timestamptz,             -- null: a version shows it
  primary key (version_id, key)
);
create index stored_files_attachment on stored_files (attachment_id);
create index stored_files_key on stored_files (key);
create index stored_files_sha256 on stored_files (sha256);
create index stored_files_removed on stored_files (removed_at) where removed_at is not null;
alter table stored_files owner to proofboard_app;

-- The files among them that were deleted from the store. This is no fact of the log.
create table swept_files (
  key text        primary key,
  at  timestamptz not null
);

-- Files that were copied to their permanent place for a version that was then refused. They are
-- deleted unless another version shows them.
create table left_files (
  key   text        primary key,
  since timestamptz not null
);
create index left_files_since on left_files (since);

-- +goose Down
drop table left_files, swept_files, stored_files;
alter table customers drop column storage_quota, drop column additional_storage_quota;
