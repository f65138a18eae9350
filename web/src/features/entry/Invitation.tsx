import { Link, Navigate, useNavigate } from 'react-router';
import { type LinkState, useAcceptInvitationMutation } from '@/api/generatedAccount';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { useSignIn } from '@/shared/entry/useSignIn';
import { BusyButton } from '@/ui/BusyButton';
import { CheckedLink } from '@/shared/entry/CheckedLink';
import { toastFailed } from './failed';
import { type MailLink, signInOf, useMailLink } from './link';
import { NewPasswordForm } from './NewPasswordForm';

/** `/invitation`: a person joins an account with the link of a mail. */
export default function Invitation() {
  const link = useMailLink();
  if (!link) return <Navigate to="/signin" replace />;
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

/** Asks for a password, unless the person signs in to another account with this address already (D-82). */
function Join({ link, state: { account, hasPassword } }: { link: MailLink; state: LinkState }) {
  const [call, { isLoading, isSuccess }] = useAcceptInvitationMutation();
  const { submit } = useSignIn(link.type === 'user' ? 'desk' : 'customer');
  const navigate = useNavigate();
  const join = async (passwords: { newPassword?: string; reNewPassword?: string }) => {
    try {
      await call({ joining: { ...link, ...passwords } }).unwrap();
    } catch (error) {
      toastFailed(error);
      return;
    }
    const password = passwords.newPassword;
    if (password && !(await submit({ email: link.email, password }))) await navigate('/', { replace: true });
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
      {hasPassword ? (
        <>
          <p className={entry.lead}>
            You sign in to another account with {link.email} already. Your password stays, and after signing in you
            choose the account.
          </p>
          <BusyButton fullWidth busy={isLoading} onClick={() => void join({})}>
            Join
          </BusyButton>
        </>
      ) : (
        <>
          <p className={entry.lead}>Choose a password to join with {link.email}.</p>
          <NewPasswordForm button="Join" busy={isLoading} onSend={(passwords) => void join(passwords)} />
        </>
      )}
    </>
  );
}
