import { Link } from 'react-router';
import { useResetPasswordMutation } from '@/api/session/account';
import { CutLink } from '@/shared/entry/CutLink';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { CheckedLink } from '@/shared/entry/CheckedLink';
import { toastFailed } from '../failed';
import { signInOf, useMailLink } from '../link';
import { NewPasswordForm } from './NewPasswordForm';

/** `/reset-password`: sets a new password with the link of a mail (SH-115..SH-126). */
export default function ResetPassword() {
  const link = useMailLink();
  const [call, { isLoading, isSuccess }] = useResetPasswordMutation();
  if (!link) return <CutLink to="/signin" />;
  return (
    <EntryLayout title="Reset Password" admin={link.type === 'user'}>
      {isSuccess ? (
        <Outcome title="Great, your password has already been set.">
          <p className={entry.other}>
            <Link to={signInOf(link.type)} state={{ email: link.email }}>
              Login
            </Link>
          </p>
        </Outcome>
      ) : (
        <CheckedLink
          link={{ purpose: 'reset', ...link }}
          instead={
            <>
              <Link to="/forgot-password">Ask for a new one</Link>.
            </>
          }
        >
          {() => (
            <>
              <h1 className={entry.title}>Reset Password</h1>
              <p className={entry.lead}>Enter a new password for your account.</p>
              <NewPasswordForm
                button="Submit"
                busy={isLoading}
                onSend={(passwords) => {
                  call({ ...link, ...passwords })
                    .unwrap()
                    .catch(toastFailed);
                }}
              />
            </>
          )}
        </CheckedLink>
      )}
    </EntryLayout>
  );
}
