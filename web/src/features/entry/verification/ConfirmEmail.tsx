import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useConfirmEmailMutation } from '@/api/session/account';
import { apiError, sentence } from '@/api/request/envelope';
import type { EmailConfirmation } from '@/api/generated/account';
import { useSession } from '@/api/hooks';
import { isSignedIn } from '@/api/session/session';
import { CutLink } from '@/shared/entry/CutLink';
import { EntryLayout, EntryLoader } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { useLinkParams } from '@/shared/entry/linkParams';

/** `/change-email`: changes the address of an account with the link of a mail to the new address. */
export default function ConfirmEmail() {
  const query = useLinkParams();
  const [token, email] = [query.get('token'), query.get('email')];
  if (!token || !email) return <CutLink to="/signin" />;
  return (
    <EntryLayout title="New email address">
      <ConfirmEmailSteps key={token} token={token} email={email} />
    </EntryLayout>
  );
}

function ConfirmEmailSteps({ token, email }: EmailConfirmation) {
  const [call, { isSuccess, error }] = useConfirmEmailMutation();
  const sent = useRef(false);
  const confirm = () => void call({ emailConfirmation: { token, email } });
  useEffect(() => {
    // StrictMode runs effects twice, but the link works only once.
    if (sent.current) return;
    sent.current = true;
    void call({ emailConfirmation: { token, email } });
  }, [call, token, email]);

  if (isSuccess) return <Changed email={email} />;
  if (error) return <NotChanged error={error} onRetry={confirm} />;
  return (
    <>
      <h1 className="sr-only">New email address</h1>
      <EntryLoader label="Changing your email address" />
    </>
  );
}

function Changed({ email }: { email: string }) {
  const session = useSession();
  return (
    <Outcome title="Your address is changed">
      <p className={entry.lead}>From now on you sign in with {email}, and your mails go there.</p>
      <p className={entry.other}>
        {isSignedIn(session) ? (
          <Link to="/profile">Go to your profile</Link>
        ) : (
          <Link to="/signin" state={{ email }}>
            Log in
          </Link>
        )}
      </p>
    </Outcome>
  );
}

/** Says why the address stays. A link that the server did not refuse can be used again. */
function NotChanged({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = apiError(error);
  const refused = failure.status !== 'network' && failure.status < 500;
  return (
    <Outcome title="Your address is not changed">
      <p className={entry.lead}>{sentence(failure)}</p>
      {!refused && (
        <Button fullWidth onClick={onRetry}>
          Try again
        </Button>
      )}
      <p className={entry.other}>
        <Link to="/profile#contact">{refused ? 'Ask for a new link in your profile' : 'Go to your profile'}</Link>
      </p>
    </Outcome>
  );
}
