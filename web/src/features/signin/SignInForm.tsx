import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { SessionError } from '@/api/session/session';
import type { SignInKind } from '@/api/session/signin';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import entry from '@/shared/entry/entry.module.css';
import { MailOff } from '@/shared/MailOff';
import { Icon, toastNotLoaded } from '@/ui';
import { DemoPeople } from './DemoPeople';
import classes from './signin.module.css';
import { useForm } from '@/shared/entry/useForm';
import { useSignIn } from '@/shared/entry/useSignIn';
import { validate } from './validation';

/** Few people have a second factor, so its code is loaded when one is needed. */
const secondStep = onDemand(() => import('./SignInStep'));

type Props = { kind: SignInKind; emailLabel: string; button: string; beside?: ReactNode };

/** Returns the address that the page before asked to fill in, such as the one of the first admin. */
function emailOf(state: unknown): string {
  const given = typeof state === 'object' && state !== null && 'email' in state ? state.email : '';
  return typeof given === 'string' ? given : '';
}

/** E-mail and password with their rules. Enter submits (SH-016, SH-021). */
export function SignInForm({ kind, emailLabel, button, beside }: Props) {
  const { change, text, onSubmit } = useForm({ email: emailOf(useLocation().state), password: '' }, validate);
  const [failure, setFailure] = useState<SessionError | null>(null);
  const { submit, isLoading, step, enter, setStep } = useSignIn(kind);
  const second = useOnDemand(secondStep, step !== null, () => {
    setStep(null);
    toastNotLoaded();
  });
  const busy = isLoading || step !== null;

  if (step && second) {
    return (
      <second.SignInStep
        key={step.token}
        step={step}
        onSignedIn={enter}
        onStep={setStep}
        onBack={(why) => {
          change({ password: '' });
          setFailure(why ? { title: 'Please sign in again', message: why } : null);
          setStep(null);
        }}
      />
    );
  }
  return (
    <form
      noValidate
      className={entry.form}
      onSubmit={onSubmit((fields) => {
        if (busy) return;
        setFailure(null);
        void submit(fields).then(setFailure);
      })}
    >
      {failure && (
        <Alert
          color={failure.hint ? 'blue' : 'red'}
          variant="light"
          title={failure.title}
          icon={<Icon name={failure.hint ? 'info' : 'alert'} />}
          className={classes.alert}
        >
          {failure.message}
        </Alert>
      )}
      {failure?.hint && <MailOff />}
      <TextInput {...text('email')} label={emailLabel} type="email" autoComplete="username" />
      <PasswordInput {...text('password')} label="Password" autoComplete="current-password" />
      {beside}
      <Button type="submit" fullWidth loading={busy}>
        {button}
      </Button>
      <DemoPeople
        kind={kind}
        onPick={(email, password) => {
          change({ email, password });
          setFailure(null);
        }}
      />
    </form>
  );
}
