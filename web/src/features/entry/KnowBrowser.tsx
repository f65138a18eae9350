import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { type BrowserLink, useKnowBrowserMutation } from '@/api/generated/account';
import { CutLink } from '@/shared/entry/CutLink';
import { EntryLayout, EntryLoader } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { signInOf, useMailLink } from './link';

/** `/known-browser`: makes this browser known with the link of a mail, so that the password is enough (D-81). */
export default function KnowBrowser() {
  const link = useMailLink();
  if (!link) return <CutLink to="/signin" />;
  return (
    <EntryLayout title="New browser" admin={link.type === 'user'}>
      <KnowBrowserSteps key={link.token} {...link} />
    </EntryLayout>
  );
}

function KnowBrowserSteps(link: BrowserLink) {
  const { token, type, email } = link;
  const [call, { isSuccess, error }] = useKnowBrowserMutation();
  const sent = useRef(false);
  useEffect(() => {
    // StrictMode runs effects twice, but the link works only once.
    if (sent.current) return;
    sent.current = true;
    void call({ browserLink: { token, type, email } });
  }, [call, token, type, email]);

  if (isSuccess)
    return (
      <Outcome title="This browser is known now">
        <p className={entry.lead}>Log in with {email} and your password. The link is used up.</p>
        <p className={entry.other}>
          <Link to={signInOf(type)} state={{ email }}>
            Log in
          </Link>
        </p>
      </Outcome>
    );
  if (error) return <Unknown link={link} error={error} onRetry={() => void call({ browserLink: link })} />;
  return (
    <>
      <h1 className="sr-only">New browser</h1>
      <EntryLoader label="Checking the link" />
    </>
  );
}

/** Says why the link does not work. A link that the server did not refuse can be used again. */
function Unknown({ link, error, onRetry }: { link: BrowserLink; error: unknown; onRetry: () => void }) {
  const failure = apiError(error);
  const cut = failure.reason === 'link.cut';
  const refused = failure.status !== 'network' && failure.status < 500;
  return (
    <Outcome title="This browser is not known yet">
      <p className={entry.lead}>
        {refused && !cut ? 'This link was used already, or it is older than 15 minutes.' : sentence(failure)}
      </p>
      {!refused && (
        <Button fullWidth onClick={onRetry}>
          Try again
        </Button>
      )}
      <p className={entry.other}>
        <Link to={signInOf(link.type)} state={{ email: link.email }}>
          {refused ? 'Log in to get a new link' : 'Go to the sign-in'}
        </Link>
      </p>
    </Outcome>
  );
}
