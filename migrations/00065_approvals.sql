-- +goose Up

-- The approval workflows of accounts, from the log.
create table approval_workflows (
  stream     uuid        not null, -- of the account
  id         uuid        not null,
  phase      text        not null,
  draft      jsonb,                -- of the next edition
  published  jsonb,                -- the newest edition
  edition    int         not null default 0,
  changed_at timestamptz not null,
  position   bigint      not null,
  primary key (stream, id)
);
-- The workflow of an account's new orders.
create table approval_choices (
  stream   uuid   primary key,
  workflow uuid,
  position bigint not null
);

-- The workflow that an order has pinned, and the review that its versions are decided in.
alter table board_cards add column route jsonb;
alter table board_cards add column review_began timestamptz;
alter table board_cards add column review_position bigint not null default 0;
alter table board_cards add column reopened bigint not null default 0;
create index board_cards_routed on board_cards (id) where route is not null and status = 'in-review';

-- What approvers decided about versions, and when they were reminded.
create table proof_decisions (
  position   bigint      primary key,
  version_id uuid        not null,
  workflow   uuid        not null,
  edition    int         not null,
  step       int         not null,
  seat       int         not null,
  person     uuid        not null,
  approved   boolean     not null,
  reason     text        not null, -- sealed with the person's key
  anew       boolean     not null,
  decided_at timestamptz not null
);
create index proof_decisions_version on proof_decisions (version_id, position);
create table proof_reminders (
  position   bigint      primary key,
  version_id uuid        not null,
  step       int         not null,
  began      timestamptz not null,
  overdue    boolean     not null
);
create index proof_reminders_version on proof_reminders (version_id);

-- A read model is rebuilt in tables of its own, which the server makes and swaps.
alter table approval_workflows owner to proofboard_app;
alter table approval_choices owner to proofboard_app;
alter table proof_decisions owner to proofboard_app;
alter table proof_reminders owner to proofboard_app;

-- +goose Down
drop table proof_reminders, proof_decisions, approval_choices, approval_workflows;
drop index board_cards_routed;
alter table board_cards drop column route, drop column review_began, drop column review_position, drop column reopened;
