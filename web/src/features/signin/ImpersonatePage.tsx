import { useEffect, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { baseApi } from '@/api/request/base';
import { useApiDispatch } from '@/api/hooks';
import { noSession, sessionReplaced } from '@/api/session/session';
import { useValidateImpersonationMutation } from '@/api/session/signin';
import { EntryLayout, EntryLoader } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { useLinkParams } from '@/shared/entry/linkParams';
import { toastError } from '@/shared/command/notify';

/** `/impersonate-customer`: an admin begins to act as a person with a link (SH-140..SH-145, D-48). */
export default function ImpersonatePage() {
  const query = useLinkParams();
  const token = query.get('token');
  return <EntryLayout title="Impersonation">{token ? <Check token={token} /> : <Refused />}</EntryLayout>;
}

function Check({ token }: { token: string }) {
  const dispatch = useApiDispatch();
  const [call] = useValidateImpersonationMutation();
  const [state, setState] = useState<'loading' | 'accepted' | 'refused'>('loading');
  const sent = useRef(false);

  useEffect(() => {
    // StrictMode runs effects twice, but the link works only once.
    if (sent.current) return;
    sent.current = true;
    call(token)
      .unwrap()
      .then(({ data: { client, accessToken, accessTokenExpiresAt, user } }) => {
        // Nothing of the session that was here before may stay (SH-143).
        dispatch(baseApi.util.resetApiState());
        dispatch(
          sessionReplaced({
            ...noSession,
            clientId: client.id,
            token: accessToken,
            expirationDate: accessTokenExpiresAt,
            userId: user.id,
            role: user.role,
          }),
        );
        setState('accepted');
      })
      .catch((error: unknown) => {
        toastError(error);
        setState('refused');
      });
  }, [call, dispatch, token]);

  if (state === 'accepted') return <Navigate to="/" replace />;
  return state === 'refused' ? <Refused /> : <EntryLoader label="Checking the link" />;
}

function Refused() {
  return (
    <Outcome title="Token is not valid">
      <p className={entry.lead}>A link works once and for a minute. Open the person again for a new one.</p>
      <p className={entry.other}>
        <Link to="/">Go to the start</Link>
      </p>
    </Outcome>
  );
}
