-- +goose Up

-- Invitations as the log has them: a read model of the projection of proofs.
create table guest_invitations (
  id            uuid primary key,
  order_id      uuid not null,
  attachments   uuid[] not null,
  inviter       uuid,
  invited_at    timestamptz not null,
  expires_at    timestamptz not null,
  with_password boolean not null,
  entered_at    timestamptz,
  revoked_at    timestamptz,
  version       integer not null,
  position      bigint not null
);
create index guest_invitations_order on guest_invitations (order_id, invited_at desc, id);
alter table guest_invitations owner to proofboard_app;

-- The personal data of guests, because the log names them by id only (D-33). Links and passwords
-- are stored as hashes. The link itself is stored, encrypted with the guest's key, until the mail
-- with it was sent. All of it is erased 30 days after the invitation ended.
create table guests (
  id          uuid primary key,
  order_id    uuid not null,
  name        text not null,
  email       text not null,
  message     text not null,
  link_hash   bytea unique,           -- SHA-256; null once erased
  link        text not null,          -- sealed; empty once the mail has gone
  password    text not null,          -- argon2id; empty for none
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  ended_at    timestamptz,            -- revoked
  erased_at   timestamptz
);
create index guests_order on guests (order_id);
create index guests_present on guests (expires_at) where erased_at is null;
grant select, insert, update, delete on guests to proofboard_app;

create table guest_sessions (
  id         uuid primary key,
  token_hash bytea not null unique,
  guest      uuid not null references guests (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_sessions_guest on guest_sessions (guest);
create index guest_sessions_expire on guest_sessions (expires_at);
grant select, insert, update, delete on guest_sessions to proofboard_app;

-- +goose Down
drop table guest_sessions, guests, guest_invitations;
