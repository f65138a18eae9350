-- +goose Up

-- A link that makes a browser known while strangers guess the password of its person (D-81).
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('setup', 'invitation', 'reset', 'verification', 'email', 'browser'));

-- +goose Down
delete from account_tokens where purpose = 'browser';
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('setup', 'invitation', 'reset', 'verification', 'email'));
