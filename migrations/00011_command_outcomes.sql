-- +goose Up

-- The outcomes of commands that recorded no event: refusals, for auditors (BY-025), and commands
-- that had nothing to do. A command that is repeated with the same id returns the stored outcome
-- (D-31).
create table command_outcomes (
  command_id  uuid primary key,
  at          timestamptz not null,
  actor       uuid,
  role        text not null,
  command     text not null,
  fingerprint text not null,
  request     text not null,
  via         text not null,
  stream_id   uuid,
  version     integer not null,
  position    bigint not null,
  refusal     json,          -- the error as it was answered, null if there was nothing to do
  state       json           -- the order then, for answering a repeat
);
create index command_outcomes_stream on command_outcomes (stream_id, at) where refusal is not null;

-- +goose Down
drop table command_outcomes;
