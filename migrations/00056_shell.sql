-- +goose Up

-- The read model "announcements".
create table announcements (
  id           uuid        primary key,
  content      jsonb       not null,
  starts       timestamptz not null,
  ends         timestamptz,          -- null: when it is withdrawn
  withdrawn    boolean     not null,
  published_at timestamptz not null,
  version      integer     not null,
  position     bigint      not null
);
create index announcements_newest on announcements (published_at desc, id);
alter table announcements owner to proofboard_app;

-- Who dismissed which version of an announcement.
create table dismissed_announcements (
  person       uuid    not null references people (id) on delete cascade,
  announcement uuid    not null,
  version      integer not null,
  primary key (person, announcement)
);
create index dismissed_announcements_of on dismissed_announcements (announcement);
grant select, insert, update, delete on dismissed_announcements to proofboard_app;

-- The guided tours that are no longer offered to a person. People who know the product already are
-- not asked.
alter table people add column tours_done text[] not null default '{}';
update people set tours_done = '{dashboard,userMenu,manageProfile,manageInvoice,teamMember,generalSettings,createNewOrder,createTeamMember,managePayment,addNewPaymentMethod,deleteAccount,selectService}';

-- +goose Down
alter table people drop column tours_done;
drop table dismissed_announcements;
drop table announcements;
