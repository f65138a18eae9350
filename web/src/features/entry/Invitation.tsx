import { Link, useNavigate } from 'react-router';
import { type LinkState, useAcceptInvitationMutation } from '@/api/generated/account';
import { CutLink } from '@/shared/entry/CutLink';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { useSignIn } from '@/shared/entry/useSignIn';
import { CheckedLink } from '@/shared/entry/CheckedLink';
import { toastFailed } from './failed';
import { GivenPassword, KnownPasswordForm } from './KnownPasswordForm';
import { type MailLink, signInOf, useMailLink } from './link';
import { NewPasswordForm } from './password/NewPasswordForm';

/** `/invitation`: a person joins an account with the link of a mail. */
export default function Invitation() {
  const link = useMailLink();
  if (!link) return <CutLink to="/signin" />;
  return (
    <EntryLayout title="Invitation" admin={link.type === 'user'}>
      <CheckedLink
        link={{ purpose: 'invitation', ...link }}
        instead="Ask the person who invited you to send the invitation again."
      >
        {(state) => <Join link={link} state={state} />}
      </CheckedLink>
    </EntryLayout>
  );
}

/** Asks for a new password, or for the one that the person has for this address from another account (D-82). */
function Join({ link, state: { account, hasPassword, mustReset } }: { link: MailLink; state: LinkState }) {
  const [call, { isLoading, isSuccess }] = useAcceptInvitationMutation();
  const { submit } = useSignIn(link.type === 'user' ? 'desk' : 'customer');
  const navigate = useNavigate();
  const join = async (passwords: { newPassword: string; reNewPassword: string } | { password: string }) => {
    try {
      await call({ joining: { ...link, ...passwords } }).unwrap();
    } catch (error) {
      toastFailed(error);
      return;
    }
    if (!('newPassword' in passwords)) return; // with several accounts, the sign-in asks which one
    const refused = await submit({ email: link.email, password: passwords.newPassword });
    if (!refused) await navigate('/', { replace: true });
  };
  if (isSuccess) {
    return (
      <Outcome title="You have joined.">
        {hasPassword && <p className={entry.lead}>Log in with the password that you have for {link.email}.</p>}
        <p className={entry.other}>
          <Link to={signInOf(link.type)} state={{ email: link.email }}>
            Log in
          </Link>
        </p>
      </Outcome>
    );
  }
  return (
    <>
      <h1 className={entry.title}>You are invited to {account}</h1>
      <JoinForm
        email={link.email}
        hasPassword={hasPassword}
        mustReset={mustReset}
        busy={isLoading}
        onSend={(passwords) => void join(passwords)}
      />
    </>
  );
}

type JoinFormProps = Omit<LinkState, 'account'> & {
  email: string;
  busy: boolean;
  onSend: (passwords: { newPassword: string; reNewPassword: string } | { password: string }) => void;
};

function JoinForm({ email, hasPassword, mustReset, busy, onSend }: JoinFormProps) {
  if (mustReset) return <GivenPassword email={email} />;
  if (hasPassword) {
    return (
      <>
        <p className={entry.lead}>
          You sign in to another account with this address already. Your password stays, and after signing in you choose
          the account.
        </p>
        <KnownPasswordForm email={email} button="Join" busy={busy} onSend={(password) => onSend({ password })} />
      </>
    );
  }
  return (
    <>
      <p className={entry.lead}>Choose a password to join with {email}.</p>
      <NewPasswordForm button="Join" busy={busy} onSend={onSend} />
    </>
  );
}
