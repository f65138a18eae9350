import { Link, Navigate } from 'react-router';
import { useAcceptInvitationMutation } from '@/api/generatedAccount';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { toastFailed } from './failed';
import { signInOf, useMailLink } from './link';
import { NewPasswordForm } from './NewPasswordForm';

/** `/invitation`: a person joins an account with the link of a mail, and chooses a password. */
export default function Invitation() {
  const link = useMailLink();
  const [call, { isLoading, isSuccess }] = useAcceptInvitationMutation();
  if (!link) return <Navigate to="/signin" replace />;
  return (
    <EntryLayout title="Invitation" admin={link.type === 'user'}>
      {isSuccess ? (
        <Outcome title="You have joined.">
          <p className={entry.other}>
            <Link to={signInOf(link.type)} state={{ email: link.email }}>
              Log in
            </Link>
          </p>
        </Outcome>
      ) : (
        <>
          <h1 className={entry.title}>You are invited</h1>
          <p className={entry.lead}>Choose a password to join with {link.email}.</p>
          <NewPasswordForm
            button="Join"
            busy={isLoading}
            onSend={(passwords) => {
              call({ newPassword: { ...link, ...passwords } })
                .unwrap()
                .catch(toastFailed);
            }}
          />
        </>
      )}
    </EntryLayout>
  );
}
