import { Loader, Stack } from '@mantine/core';
import type { SignInAccount } from '@/api/generated/account';
import { Icon } from '@/ui';
import classes from './AccountChoice.module.css';

type Props = {
  accounts: SignInAccount[];
  /** The account that is being opened. Meanwhile no other can be chosen. */
  busy: string | null;
  onChoose: (id: string) => void;
};

/** Accounts to open, each with what the person is there. */
export function AccountChoice({ accounts, busy, onChoose }: Props) {
  return (
    <ul className={classes.accounts}>
      {accounts.map(({ id, name, client, roleLabel }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.account}
            aria-disabled={busy !== null || undefined}
            onClick={() => busy === null && onChoose(id)}
          >
            <Stack component="span" gap={0} flex={1} miw={0} lh={1.35}>
              <span className={classes.name}>{name}</span>
              <span className={classes.role}>{client ? `${roleLabel} · ${client}` : roleLabel}</span>
            </Stack>
            {busy === id ? <Loader size={16} /> : <Icon name="chevronRight" size={16} />}
          </button>
        </li>
      ))}
    </ul>
  );
}
