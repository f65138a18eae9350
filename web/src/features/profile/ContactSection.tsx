import { TextInput } from '@mantine/core';
import type { Profile } from '@/api/generated';
import { MailOff } from '@/shared/MailOff';
import { Icon } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { EmailForm } from './EmailForm';
import classes from './profile.module.css';
import { useResend } from './useResend';

/** The address of the user, whether it is verified, and a form that changes it. */
export function ContactSection({ me: { emailAddress, emailIsVerified, impersonation } }: { me: Profile }) {
  const { resend, sending } = useResend(emailAddress);
  return (
    <Panel title="Contact" id="contact" tour="profile-contact">
      <div className={classes.fields}>
        <TextInput label="Email Address" type="email" withAsterisk value={emailAddress} readOnly />
        <div className={classes.verification} data-verified={emailIsVerified || undefined}>
          <Icon name={emailIsVerified ? 'check' : 'alert'} size={16} />
          <span>{emailIsVerified ? 'Verified' : 'Not verified yet. Open the link in the mail that we sent.'}</span>
          {!emailIsVerified && (
            <BusyButton variant="default" size="compact-sm" busy={sending} onClick={resend}>
              Resend
            </BusyButton>
          )}
        </div>
        {!emailIsVerified && <MailOff />}
        {impersonation ? (
          <p className={classes.about}>Only the person themselves can change their address.</p>
        ) : (
          <EmailForm current={emailAddress} />
        )}
      </div>
    </Panel>
  );
}
