import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { type LinkCheck, type LinkState, useCheckLinkMutation } from '@/api/generated/account';
import { EntryLoader } from './EntryLayout';
import { cutLink } from './CutLink';
import entry from './entry.module.css';
import { Outcome } from './Outcome';
import { ErrorState } from '@/ui';

type Props = {
  link: LinkCheck;
  /** Where a new link comes from. */
  instead: ReactNode;
  children: (state: LinkState) => ReactNode;
};

/** What a link that cannot be followed says, by the reason of the server. */
const dead: Record<string, { title: string; text: string }> = {
  'link.invalid': {
    title: 'This link does not work',
    text: 'It may have been used already, a newer one was sent, or a part of it is missing.',
  },
  'link.cut': cutLink,
  token_expired: { title: 'This link has expired', text: 'Links work for a while only.' },
};

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
  const said = dead[failure.reason ?? ''];
  if (!said) {
    const again = () => {
      asked.current = false;
      reset();
    };
    return <ErrorState message={sentence(failure)} onRetry={again} />;
  }
  return (
    <Outcome title={said.title}>
      <p className={entry.lead}>
        {said.text} {instead}
      </p>
      <p className={entry.other}>
        <Link to={link.type === 'customer' ? '/signin' : '/admin/signin'}>Go to the sign-in</Link>
      </p>
    </Outcome>
  );
}
