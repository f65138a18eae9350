import type { Verification } from '@/api/session/account';
import { CutLink } from '@/shared/entry/CutLink';
import { EntryLayout, EntryLoader } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { useLinkParams } from '@/shared/entry/linkParams';
import { KnownPasswordForm, GivenPassword } from '../KnownPasswordForm';
import { kindOf, signInOf } from '../link';
import { useVerification } from './useVerification';
import { NotVerified, Verified } from './VerificationOutcome';

/** `/email-verification`: verifies an address with the link of a mail (SH-127..SH-138). */
export default function EmailVerification() {
  const query = useLinkParams();
  const [token, email] = [query.get('key'), query.get('email')];
  const user = kindOf(query.get('user'));
  if (!token || !email) return <CutLink to={signInOf(user)} />;
  return (
    <EntryLayout title="Email verification" admin={user === 'user'}>
      <VerificationSteps key={token} token={token} user={user} email={email} />
    </EntryLayout>
  );
}

function VerificationSteps(link: Verification) {
  const { state, busy, withPassword } = useVerification(link);
  if (state === 'loading') return <EntryLoader label="Verifying your email address" />;
  if (state === 'given' || state === 'known') {
    return (
      <>
        <h1 className={entry.title}>Verify your address</h1>
        {state === 'given' ? (
          <GivenPassword email={link.email} />
        ) : (
          <>
            <p className={entry.lead}>You were added to one more account. Enter the password that you have already.</p>
            <KnownPasswordForm email={link.email} button="Verify" busy={busy} onSend={withPassword} />
          </>
        )}
      </>
    );
  }
  return state === 'verified' ? <Verified {...link} /> : <NotVerified {...link} leaving={state === 'failed'} />;
}
