import { Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useForgotPasswordMutation } from '@/api/session/account';
import { apiError, details } from '@/api/request/envelope';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';
import { Outcome } from '@/shared/entry/Outcome';
import { MailOff } from '@/shared/MailOff';
import { toastError } from '@/shared/command/notify';
import { toast } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { AddressForm } from './AddressForm';

/** Shows why no mail was sent. An unknown address has its own title (SH-114). */
function toastNoMail(error: unknown): void {
  const failure = apiError(error);
  if (failure.status !== 404) toastError(error);
  else toast({ type: 'ERROR', title: 'Not Found', message: failure.title, details: details(failure) });
}

/** `/forgot-password`: sends a mail with a link that resets the password (SH-108..SH-114). */
export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState('');
  const [call, { isLoading }] = useForgotPasswordMutation();
  const send = (email: string) => {
    call({ email })
      .unwrap()
      .then(() => {
        if (sentTo) toast({ type: 'SUCCESS', title: 'Success', message: `Another email has been sent to ${email}.` });
        setSentTo(email);
      })
      .catch(toastNoMail);
  };

  return (
    <EntryLayout title="Reset your password" loader>
      {sentTo ? (
        <Outcome title="Great, check your inbox">
          <p className={entry.lead}>
            An email has been sent to {sentTo}. Click the link in the email to reset your password.
          </p>
          <MailOff />
          <Group component="p" gap={8} mb={16} c="var(--text-2)">
            Didn't get the email?
            <BusyButton size="compact-sm" variant="light" busy={isLoading} onClick={() => send(sentTo)}>
              Resend
            </BusyButton>
          </Group>
        </Outcome>
      ) : (
        <>
          <h1 className={entry.title}>Reset your password</h1>
          <p className={entry.lead}>
            Enter your account's email address and we'll send you an email to reset the password.
          </p>
          <MailOff />
          <AddressForm busy={isLoading} onSend={send} />
        </>
      )}
      <p className={entry.other}>
        <Link to="/signin">Back to the sign-in</Link>
      </p>
    </EntryLayout>
  );
}
