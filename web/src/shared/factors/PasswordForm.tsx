import { PasswordInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { useForm } from '@/shared/entry/useForm';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './factors.module.css';

type Props = {
  /** Whose password it is, for a password manager. */
  email: string;
  button: string;
  danger?: boolean;
  busy: boolean;
  error: unknown;
  onSend: (password: string) => void;
  children?: ReactNode;
};

/** Asks for the user's password before a change of their second factors (D-46). */
export function PasswordForm({ email, button, danger, busy, error, onSend, children }: Props) {
  const { text, onSubmit } = useForm({ password: '' }, ({ password }) => ({
    password: password ? undefined : 'Required!',
  }));
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={onSubmit(({ password }) => {
        if (!busy) onSend(password);
      })}
    >
      {children}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        ref={focusOnMount}
        data-autofocus
        id={useId()} // Another form of the page has a field of this name.
        {...text('password')}
        label="Your password"
        autoComplete="current-password"
      />
      <Refusal error={error} />
      <div className={classes.buttons}>
        <BusyButton type="submit" color={danger ? 'danger' : undefined} busy={busy}>
          {button}
        </BusyButton>
      </div>
    </form>
  );
}
