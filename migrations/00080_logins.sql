-- +goose Up

-- What people sign in with: an address and its password. A login opens the accounts of the people who
-- refer to it. Somebody who refers to none has not proved that the address is theirs (D-82).
create table logins (
  id       uuid primary key default gen_random_uuid(),
  address  text    not null unique check (address = lower(address)),
  password text    not null, -- argon2id
  given    boolean not null default false -- somebody else chose the password
);
grant select, insert, update, delete on logins to proofboard_app;

-- people.password is that of somebody without a login, until they prove their address, and people.given
-- says that somebody else chose it. people.account
-- is the id of a customer or of a client, and null once the person has left.
alter table people
  add column login uuid references logins (id) on delete set null,
  add column given boolean not null default false,
  add column account text;
insert into logins (id, address, password) select id, lower(email), password from people where password <> '';
update people set login = id where password <> '';
update people p set account = coalesce(m.customer_id::text, m.client_id)
  from account_members m where m.person = p.id and m.state <> 'deleted';
drop index users_email;
create index people_email on people (lower(email));
create index people_login on people (login) where login is not null;
create unique index people_account on people (account, lower(email)) where account is not null;

-- Until when one of several tries to follow a link keeps the others out.
alter table account_tokens add column claimed_until timestamptz not null default '-infinity';

-- Somebody has proved who they are and still chooses the account.
create table account_choices (
  token_hash bytea       primary key,
  person     uuid        not null references people (id) on delete cascade,
  desk       boolean     not null,
  factored   boolean     not null, -- they gave their second factor
  expires_at timestamptz not null
);
create index account_choices_expiry on account_choices (expires_at);
grant select, insert, update, delete on account_choices to proofboard_app;

-- Processes of the version before read and write people.password and people.email while they are
-- replaced. The migration of the next release drops these functions.
-- +goose StatementBegin
create function login_of_older_versions() returns trigger language plpgsql as $$
begin
  if new.login is null and new.password <> '' then
    insert into logins (id, address, password) values (new.id, lower(new.email), new.password) on conflict do nothing;
    if found then
      update people set login = new.id where id = new.id;
    end if;
  elsif new.login is not null then
    update logins set password = new.password, address = lower(new.email)
    where id = new.login and (password, address) is distinct from (new.password, lower(new.email));
  end if;
  return null;
end
$$;
-- +goose StatementEnd
-- +goose StatementBegin
create function password_for_older_versions() returns trigger language plpgsql as $$
begin
  update people set password = new.password where login = new.id and password <> new.password;
  return null;
end
$$;
-- +goose StatementEnd
create trigger login_of_older_versions after insert or update of password, email on people
  for each row execute function login_of_older_versions();
create trigger password_for_older_versions after update of password on logins
  for each row execute function password_for_older_versions();

-- +goose Down
alter table account_tokens drop column claimed_until;
drop trigger login_of_older_versions on people;
drop table account_choices;
drop index people_email, people_login, people_account;
alter table people drop column login, drop column given, drop column account;
drop table logins;
drop function login_of_older_versions(), password_for_older_versions();
create unique index users_email on people (lower(email));
