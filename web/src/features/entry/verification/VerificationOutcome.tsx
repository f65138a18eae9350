import { Link } from 'react-router';
import { useRequestVerificationMutation, type Verification } from '@/api/session/account';
import { useSession } from '@/api/hooks';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { MailOff } from '@/shared/MailOff';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import { toastFailed } from '../failed';
import { signInOf } from '../link';

export function Verified({ user, email }: Verification) {
  return (
    <Outcome title="Thank you!">
      <p className={entry.lead}>
        You have successfully verified your account. Now you can log in to your dashboard and make your first order.
      </p>
      <p className={entry.other}>
        <Link to={signInOf(user)} state={{ email }}>
          Log in to dashboard
        </Link>
      </p>
    </Outcome>
  );
}

/** Offers another mail. `leaving` is set while the sign-in is about to open (SH-133..SH-138). */
export function NotVerified({ token, user, email, leaving }: Verification & { leaving: boolean }) {
  const session = useSession();
  const [call, { isLoading }] = useRequestVerificationMutation();
  const resend = () => {
    call({ token, userType: user, email, signedIn: session.token !== null })
      .unwrap()
      .then(() => toastSuccess(`An email has been sent to ${email} with a link to verify your account.`))
      .catch(toastFailed);
  };
  return (
    <Outcome title="Failed!">
      <p className={entry.lead}>
        Email verification token is expired. Please retry verification process by clicking the button below.
      </p>
      <MailOff />
      <BusyButton fullWidth busy={isLoading} onClick={resend}>
        Resend Email Verification
      </BusyButton>
      <p className={entry.other} role="status">
        {leaving && 'The sign-in opens in 5 seconds. '}
        <Link to={signInOf(user)}>Go to the sign-in</Link>
      </p>
    </Outcome>
  );
}
