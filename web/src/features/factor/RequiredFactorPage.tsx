import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { generatedApi, type Profile } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { type FactorKind, FactorSteps } from '@/shared/factors/FactorSteps';
import { NumberHint } from '@/shared/factors/NumberHint';
import { hasPasskeys, noPasskeysHere, numberHint } from '@/shared/factors/passkeys';
import classes from './factor.module.css';

type Props = { me: Profile; onDone: () => void };

/** What a user sees who must add a second factor before everything else (D-46, BY-045). */
export default function RequiredFactorPage({ me, onDone }: Props) {
  const [kind, setKind] = useState<FactorKind>();
  const [coded, setCoded] = useState(false);
  const dispatch = useApiDispatch();
  const finish = async () => {
    // Until the profile says that nothing is missing, this page would only open again.
    await dispatch(generatedApi.endpoints.profile.initiate(undefined, { forceRefetch: true, subscribe: false }));
    onDone();
  };
  return (
    <EntryLayout title="Second factor" wide>
      <h1 className={entry.title}>{coded ? 'Your recovery codes' : 'Add a second factor'}</h1>
      {!coded && (
        <p className={entry.lead}>
          Your account needs a second factor, {me.firstname}. Besides your password you then sign in with your phone or
          a passkey.
        </p>
      )}
      {kind ? (
        <FactorSteps kind={kind} email={me.emailAddress} onCodes={() => setCoded(true)} onDone={() => void finish()} />
      ) : (
        <Choice onChoose={setKind} />
      )}
      {!coded && (
        <div className={classes.foot}>
          {kind && (
            <Button variant="subtle" size="compact-sm" onClick={() => setKind(undefined)}>
              Choose another way
            </Button>
          )}
          <Link to="/signout">Sign out</Link>
        </div>
      )}
    </EntryLayout>
  );
}

function Choice({ onChoose }: { onChoose: (kind: FactorKind) => void }) {
  const numbered = numberHint() !== undefined;
  const possible = hasPasskeys() && !numbered;
  return (
    <Stack gap={10}>
      <Button fullWidth onClick={() => onChoose('app')}>
        Add authenticator app
      </Button>
      <Button
        fullWidth
        variant="default"
        disabled={!possible}
        aria-describedby={possible ? undefined : 'no-passkeys'}
        onClick={() => onChoose('passkey')}
      >
        Add passkey
      </Button>
      {!possible && (
        <p id="no-passkeys" className={classes.note}>
          {numbered ? <NumberHint /> : noPasskeysHere}
        </p>
      )}
    </Stack>
  );
}
