import { useResendVerificationMutation } from '@/api/session/account';
import { toastError, toastSuccess } from '@/shared/command/notify';

/** Sends another mail that verifies the user's address (SH-138, SH-151). */
export function useResend(email: string) {
  const [call, { isLoading }] = useResendVerificationMutation();
  const resend = () => {
    call()
      .unwrap()
      .then(() => toastSuccess(`An email has been sent to ${email} with a link to verify your account.`))
      .catch(toastError);
  };
  return { resend, sending: isLoading };
}
