-- +goose Up

-- Read models: each is computed from the log and can be rebuilt from it. Only its projection writes
-- it.

-- board: one card for each order, for the board, the list and the archive.
create table board_cards (
  id             uuid primary key,
  number         bigint not null,             -- what people call the order: the position of its first event
  client         text not null,
  customer       uuid not null,
  creator        uuid not null,
  collaborators  uuid[] not null default '{}',
  operator       uuid,
  manager        uuid,
  name           text not null,
  brief          text not null default '',
  service        uuid,
  service_name   text not null default '',
  package        text not null default '',
  priority       text not null default '',
  due            timestamptz,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  status         text not null,
  held_from      text not null default '',
  hold_reason    text not null default '',
  cancelled_from text not null default '',
  rank           text collate "C" not null,
  frozen         boolean not null default false,
  archived       boolean not null default false,
  version        integer not null,
  position       bigint not null
);
create index board_cards_zone on board_cards (status, rank, id) where not archived;
create index board_cards_customer on board_cards (customer, status, rank, id);
create index board_cards_client on board_cards (client, status, rank, id);
create index board_cards_updated on board_cards (updated_at desc, id);

-- proofs: the attachments of orders and their versions.
create table proof_attachments (
  id                uuid primary key,
  order_id          uuid not null,
  kind              text not null,
  name              text not null,
  starting_tab      text not null,
  by_customer       boolean not null default false,
  internal_disabled boolean not null default false,
  public_disabled   boolean not null default false,
  added_by          uuid,
  added_at          timestamptz not null,
  version           integer not null,
  position          bigint not null
);
create index proof_attachments_order on proof_attachments (order_id, added_at, id);

create table proof_versions (
  id               uuid primary key,
  attachment_id    uuid not null,
  number           integer not null,
  file_name        text not null,
  content_type     text not null,
  key              text not null,
  size             bigint not null,
  sha256           text not null,
  width            integer not null default 0,
  height           integer not null default 0,
  checked          boolean not null default false,
  approval_cleared boolean not null default false,
  uploaded_by      uuid,
  uploaded_at      timestamptz not null,
  position         bigint not null
);
create index proof_versions_attachment on proof_versions (attachment_id, number desc);

-- topics: the discussions on versions.
create table topics (
  id            uuid primary key,
  order_id      uuid not null,
  attachment_id uuid not null,
  version_id    uuid not null,
  public        boolean not null,
  author        uuid not null,
  message       text not null,
  annotation    text not null default '',
  page          integer not null default 0,
  resolved      boolean not null default false,
  opened_at     timestamptz not null,
  edited_at     timestamptz,
  version       integer not null,
  position      bigint not null
);
create index topics_version on topics (version_id, opened_at, id);
create index topics_order on topics (order_id) where not resolved;

create table topic_comments (
  id        uuid primary key,
  topic_id  uuid not null,
  author    uuid not null,
  message   text not null,
  at        timestamptz not null,
  edited_at timestamptz,
  position  bigint not null
);
create index topic_comments_topic on topic_comments (topic_id, at, id);

-- timeline: one row for each event of an order, its proofs and their topics. timeline_streams says
-- once for each stream what it belongs to and who may see it.
create table timeline_streams (
  id            uuid primary key,
  order_id      uuid not null,
  attachment_id uuid,
  version_id    uuid,
  kind          text not null default '',     -- of an attachment
  by_customer   boolean not null default false,
  internal      boolean not null default false -- a topic on the internal tab
);
create index timeline_streams_order on timeline_streams (order_id);

create table timeline_entries (
  position   bigint primary key,
  stream_id  uuid not null,
  type       text not null,
  actor      uuid,
  at         timestamptz not null,
  version_id uuid,
  detail     text not null default '',         -- the status arrived at, the file's name: what the sentence needs
  reason     text not null default ''
);
create index timeline_entries_stream on timeline_entries (stream_id, position desc);

-- notifications: the messages in people's inboxes.
create table notifications (
  id            uuid primary key,
  person        uuid not null,
  grp           text not null,
  kind          text not null,
  order_id      uuid not null,
  attachment_id uuid,
  version_id    uuid,
  topic_id      uuid,
  comment_id    uuid,
  public        boolean not null default false,
  by_whom       uuid,
  status        text not null default '',
  at            timestamptz not null,
  is_read       boolean not null default false,
  position      bigint not null
);
create index notifications_person on notifications (person, position desc);

-- Thumbnails are no facts of the log: they can be made again from the files.
create table thumbnails (
  sha256  text primary key,
  key     text not null default '',           -- empty: no preview can be made
  made_at timestamptz not null
);

-- +goose Down
drop table thumbnails, notifications, timeline_entries, timeline_streams, topic_comments, topics, proof_versions, proof_attachments, board_cards;
