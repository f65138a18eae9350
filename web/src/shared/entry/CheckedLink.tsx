import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { apiError, sentence } from '@/api/envelope';
import { type LinkCheck, type LinkState, useCheckLinkMutation } from '@/api/generatedAccount';
import { EntryLoader } from './EntryLayout';
import entry from './entry.module.css';
import { Outcome } from './Outcome';
import { ErrorState } from '@/ui';

type Props = {
  link: LinkCheck;
  /** Where a new link comes from. */
  instead: ReactNode;
  children: (state: LinkState) => ReactNode;
};

const dead = new Set(['link.invalid', 'token_expired']);

/** Shows a form once its link was checked, so that nobody fills one that a used or cut link cannot send. */
export function CheckedLink({ link, instead, children }: Props) {
  const [call, { data, error, reset }] = useCheckLinkMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || data || error) return;
    asked.current = true;
    void call({ linkCheck: link });
  }, [call, link, data, error]);
  if (data) return children(data.data);
  if (!error) return <EntryLoader label="Checking the link" />;
  const failure = apiError(error);
  if (!dead.has(failure.reason ?? '')) {
    const again = () => {
      asked.current = false;
      reset();
    };
    return <ErrorState message={sentence(failure)} onRetry={again} />;
  }
  return (
    <Outcome title={failure.reason === 'token_expired' ? 'This link has expired' : 'This link does not work'}>
      <p className={entry.lead}>
        {failure.reason === 'token_expired'
          ? 'Links work for a while only.'
          : 'It may have been used already, a newer one was sent, or a part of it is missing.'}{' '}
        {instead}
      </p>
      <p className={entry.other}>
        <Link to={link.type === 'customer' ? '/signin' : '/admin/signin'}>Go to the sign-in</Link>
      </p>
    </Outcome>
  );
}
