-- +goose Up

-- When rows of lists were last changed, for software that asks for what changed (D-287). The read models are rebuilt
-- with it (D-278); until then a row without it counts as changed.
alter table sales_invoices add column updated_at timestamptz;
alter table sales_payments add column updated_at timestamptz;
alter table notifications add column updated_at timestamptz;

-- What lists show of people is changed in several places, also by processes of the version before.
alter table people add column updated_at timestamptz not null default now();
create index people_by_creation on people (created_at, id);
-- +goose StatementBegin
create function note_change_of_person() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
-- +goose StatementEnd
create trigger change_of_person before update of email, firstname, lastname, avatar, job_title on people
  for each row execute function note_change_of_person();

-- +goose Down
drop trigger change_of_person on people;
drop function note_change_of_person();
drop index people_by_creation;
alter table people drop column updated_at;
alter table notifications drop column updated_at;
alter table sales_payments drop column updated_at;
alter table sales_invoices drop column updated_at;
