import { useState } from 'react';
import { useNavigate } from 'react-router';
import { baseApi } from '@/api/request/base';
import type { Profile } from '@/api/generated';
import { useOwnAccountsQuery, useSwitchAccountMutation } from '@/api/generated/account';
import { useApiDispatch } from '@/api/hooks';
import { noSession, sessionReplaced } from '@/api/session/session';
import { AccountChoice } from '@/shared/entry/AccountChoice';
import { toastError } from '@/shared/command/notify';
import { recent } from '@/shared/recent';
import classes from './UserPopover.module.css';

/** The user's other accounts, to switch to (BY-076). Most users have none, and then nothing shows. */
export function OtherAccounts({ me, onLeave }: { me: Profile; onLeave: () => void }) {
  const { data } = useOwnAccountsQuery(undefined, { skip: me.impersonation !== undefined });
  const [call] = useSwitchAccountMutation();
  const [busy, setBusy] = useState<string | null>(null);
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const others = (data?.data ?? []).filter(({ current }) => !current);
  if (others.length === 0) return null;

  const open = async (accountId: string) => {
    setBusy(accountId);
    try {
      const { accessToken, accessTokenExpiresAt, user, client } = await call({ accountId }).unwrap();
      onLeave();
      recent.clear();
      await navigate('/', { replace: true }); // before the page learns that it is not open to the other person
      // Nothing of the account that was here before may stay.
      dispatch(
        sessionReplaced({
          ...noSession,
          token: accessToken,
          expirationDate: accessTokenExpiresAt,
          userId: user.id,
          role: user.role,
          clientId: client.id,
        }),
      );
      dispatch(baseApi.util.resetApiState());
    } catch (error) {
      setBusy(null);
      toastError(error);
    }
  };
  return (
    <section className={classes.others} aria-labelledby="other-accounts">
      <h2 id="other-accounts" className={classes.title}>
        Switch account
      </h2>
      <AccountChoice accounts={others} busy={busy} onChoose={(id) => void open(id)} />
    </section>
  );
}
