import { BusyButton } from '@/ui/fields/BusyButton';
import { Icon } from '@/ui';
import classes from './VerifyBanner.module.css';
import { useResend } from './useResend';

/** Says that the user's address is not verified, and offers another mail (SH-151). */
export function VerifyBanner({ email }: { email: string }) {
  const { resend, sending } = useResend(email);
  const text = `Your email address ${email} is not verified.`;
  return (
    <div className={classes.banner}>
      <Icon name="alert" size={16} />
      <p title={text}>{text}</p>
      <BusyButton
        variant="default"
        size="compact-xs"
        aria-label="Resend the verification email"
        busy={sending}
        onClick={resend}
      >
        Resend
      </BusyButton>
    </div>
  );
}
