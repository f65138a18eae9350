-- +goose Up

-- What was tried to make the pictures of a file. A file without a picture (an empty key) is tried at
-- next_at, or has none for good if that is null and there is a reason. Rows that a process of an
-- earlier build writes take the defaults, and are tried at once.
alter table thumbnails
  add column drawing       integer not null default 0,       -- version of what drew it; 0: a build that did not say
  add column reason        text    not null default '',      -- why there is no picture (yet), in one word
  add column attempts      integer not null default 0,
  add column next_at       timestamptz default now(),
  add column claimed_until timestamptz;                      -- a process is at it

create index thumbnails_due on thumbnails (next_at) where key = '' and next_at is not null;
create index thumbnails_none on thumbnails (drawing) where key = '' and next_at is null;

-- The versions that show a file.
create index proof_versions_sha256 on proof_versions (sha256);

-- +goose Down
drop index proof_versions_sha256;
alter table thumbnails drop column drawing, drop column reason, drop column attempts, drop column next_at, drop column claimed_until;
