import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSignUpMutation } from '@/api/generated/account';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { useForm } from '@/shared/entry/useForm';
import { MailOff } from '@/shared/MailOff';
import classes from './entry.module.css';
import { emptyFields, fieldErrors, signUpOf } from './newAccount';
import { SignUpForm } from './SignUpForm';

/** The form, then what to do with the mail. What was typed stays for those who return to the form. */
export function SignUpSteps() {
  const [empty] = useState(emptyFields);
  const form = useForm(empty, fieldErrors);
  const [call, { isLoading, error }] = useSignUpMutation();
  const [step, setStep] = useState<'first' | 'mail' | 'again'>('first');

  if (step === 'mail') {
    return (
      <Outcome title="Check your mail">
        <p className={entry.lead}>
          We have sent a link to {form.values.email.trim()}. It verifies your address, and then you can sign in.
        </p>
        <MailOff />
        <p className={classes.hint}>
          No mail after some minutes? Look among your spam, and check that the address above is right. If you have an
          account already, the mail tells you how to sign in.
        </p>
        <Button variant="default" onClick={() => setStep('again')}>
          Correct the address
        </Button>
        <p className={entry.other}>
          <Link to="/signin" state={{ email: form.values.email.trim() }}>
            Go to the sign-in
          </Link>
        </p>
      </Outcome>
    );
  }
  const send = form.onSubmit((fields) => {
    if (isLoading) return;
    void call({ signUp: signUpOf(fields) }).then(({ data }) => {
      if (data) setStep('mail');
    });
  });
  return (
    <>
      <h1 className={entry.title} tabIndex={-1} ref={step === 'again' ? focusOnMount : undefined}>
        Sign up
      </h1>
      <p className={entry.lead}>You become the owner of a new account, and can invite your team later.</p>
      <SignUpForm {...form} onSubmit={send} busy={isLoading} error={error} />
      <p className={entry.other}>
        Have an account? <Link to="/signin">Log in</Link>
      </p>
    </>
  );
}
