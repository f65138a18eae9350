import { PasswordInput } from '@mantine/core';
import { Link } from 'react-router';
import { passwordError } from '@/shared/entry/credentials';
import entry from '@/shared/entry/entry.module.css';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';

type Props = {
  email: string;
  button: string;
  busy: boolean;
  onSend: (password: string) => void;
};

const errorsOf = ({ password }: { password: string }) => ({ password: passwordError(password) });

/**
 * Asks for the password that somebody has for an address already. It lets them into one more account, so a link
 * alone is not enough (D-82).
 */
export function KnownPasswordForm({ email, button, busy, onSend }: Props) {
  const { text, onSubmit } = useForm({ password: '' }, errorsOf);
  return (
    <form noValidate className={entry.form} onSubmit={onSubmit(({ password }) => onSend(password))}>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordInput {...text('password')} label={`Your password for ${email}`} autoComplete="current-password" />
      <BusyButton type="submit" fullWidth busy={busy}>
        {button}
      </BusyButton>
      <p className={entry.other}>
        <Link to="/forgot-password">Forgot password?</Link>
      </p>
    </form>
  );
}

/** What somebody reads whose password another person chose. */
export function GivenPassword({ email }: { email: string }) {
  return (
    <>
      <p className={entry.lead}>
        Somebody else chose your password for {email}. Reset it first, so that it is yours alone, and then open this
        link again.
      </p>
      <p className={entry.other}>
        <Link to="/forgot-password">Reset the password</Link>
      </p>
    </>
  );
}
