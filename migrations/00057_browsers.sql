-- +goose Up

-- The files of the web app's builds. An open page can ask for those of the build that it was loaded
-- from, after a newer one took its place.
create table web_files (
  name    text        primary key, -- with a hash of the content
  content bytea       not null,
  used_at timestamptz not null     -- when a process last had it in its build
);
create index web_files_used_at on web_files (used_at);
grant select, insert, update, delete on web_files to proofboard_app;

-- Crashes of the web app that people reported. They have nothing that is personal.
create table error_reports (
  id       text        primary key, -- fingerprint of build, page, message and stack
  build    text        not null,
  page     text        not null,
  message  text        not null,
  stack    text        not null,
  browser  text        not null,
  count    bigint      not null default 1,
  first_at timestamptz not null,
  last_at  timestamptz not null
);
create index error_reports_last_at on error_reports (last_at desc, id);
grant select, insert, update, delete on error_reports to proofboard_app;

-- For the gallery: the newest images of all orders.
create index proof_versions_newest on proof_versions (uploaded_at desc, id);

-- +goose Down
drop index proof_versions_newest;
drop table error_reports;
drop table web_files;
