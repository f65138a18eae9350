import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChangeEmailMutation } from '@/api/session/account';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { MailOff } from '@/shared/MailOff';
import { emailError } from '@/shared/entry/credentials';
import { useForm } from '@/shared/entry/useForm';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { FormFoot } from './FormFoot';
import classes from './profile.module.css';

const empty = { email: '', password: '' };

/** Asks for a mail to a new address. The address changes when its link is followed. */
export function EmailForm({ current }: { current: string }) {
  const [call, { isLoading, error }] = useChangeEmailMutation();
  const [sent, setSent] = useState<{ to: string; from: string }>();
  const { values, text, onSubmit, reset } = useForm(empty, ({ email, password }) => ({
    email: email.trim() === current ? 'This is your address already.' : emailError(email),
    password: password ? undefined : 'Required!',
  }));
  const unsaved = values.email !== '';
  useLeaveGuard(unsaved);
  const send = async ({ email, password }: typeof empty) => {
    if (isLoading) return;
    setSent(undefined);
    const { data } = await call({ emailChange: { emailAddress: email.trim(), password } });
    if (!data) return;
    reset();
    setSent({ to: email.trim(), from: current });
  };
  return (
    <form
      noValidate
      aria-label="Change the address"
      className={classes.fields}
      onSubmit={onSubmit((fields) => void send(fields))}
    >
      <div className={classes.two}>
        <TextInput {...text('email')} label="New Email Address" type="email" autoComplete="email" maxLength={254} />
        <PasswordInput {...text('password')} label="Your password" autoComplete="current-password" />
      </div>
      <Refusal error={error} />
      <p className={classes.sent} role="status">
        {sent &&
          `We have sent a link to ${sent.to}. Your address changes when you follow it. Until then ${sent.from} stays.`}
      </p>
      {sent && <MailOff />}
      <FormFoot button="Change address" busy={isLoading} unsaved={unsaved} />
    </form>
  );
}
