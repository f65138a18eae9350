-- +goose Up

-- New orders and decisions have settings of their own. They belonged to 'changes', so what people chose
-- for it holds for them too.
alter table mail_settings drop constraint mail_settings_grp_check;
alter table mail_settings add constraint mail_settings_grp_check
  check (grp in ('asked', 'new-orders', 'comments', 'decisions', 'changes'));
insert into mail_settings (person, grp, mode, changed_at)
  select m.person, g.grp, m.mode, m.changed_at
  from mail_settings m, unnest('{new-orders,decisions}'::text[]) g (grp)
  where m.grp = 'changes'
  on conflict (person, grp) do nothing;

-- +goose Down
delete from mail_settings where grp in ('new-orders', 'decisions');
alter table mail_settings drop constraint mail_settings_grp_check;
alter table mail_settings add constraint mail_settings_grp_check check (grp in ('asked', 'comments', 'changes'));
