import { Button, Stack } from '@mantine/core';
import {
  type Member,
  useChangePersonMutation,
  useCopyInvitationMutation,
  useRenewInvitationMutation,
} from '@/api/people';
import { usePowers } from '@/shared/accounts/usePowers';
import { MailOff, useMailOff } from '@/shared/MailOff';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { Ago } from '@/ui/content/Ago';
import { BusyButton } from '@/ui/fields/BusyButton';
import { CopyField } from '@/ui/fields/CopyField';
import { Panel } from '@/ui/page/Panel';
import { nameOf } from './person';
import classes from './person.module.css';

type Props = { person: Member; blocked: boolean; onDeactivate: () => void };

/** Deactivates or reactivates a person. For an invited person it sends the invitation again. */
export function SignInPanel({ person, blocked, onDeactivate }: Props) {
  if (person.state === 'invited') return <InvitationPanel person={person} />;
  return (
    <Panel title="Sign-in">
      <div className={classes.row}>
        {person.state === 'active' ? (
          <>
            <p>They can sign in.</p>
            <Button variant="default" disabled={blocked} onClick={onDeactivate}>
              Deactivate
            </Button>
          </>
        ) : (
          <Reactivate person={person} blocked={blocked} />
        )}
      </div>
    </Panel>
  );
}

function Reactivate({ person, blocked }: { person: Member; blocked: boolean }) {
  const [change, { isLoading }] = useChangePersonMutation();
  return (
    <>
      <p>They cannot sign in. Their orders and comments are still there.</p>
      <BusyButton
        variant="default"
        busy={isLoading}
        disabled={blocked}
        onClick={() =>
          void change({ personId: person.id, personChange: { active: true } })
            .unwrap()
            .then(() => toastSuccess(`${nameOf(person)} can sign in again.`))
            .catch(toastError)
        }
      >
        Reactivate
      </BusyButton>
    </>
  );
}

function InvitationPanel({ person }: { person: Member }) {
  const mailOff = useMailOff();
  return <Panel title="Invitation">{mailOff ? <WithoutMail person={person} /> : <Mailed person={person} />}</Panel>;
}

function Mailed({ person }: { person: Member }) {
  const [renew, { isLoading }] = useRenewInvitationMutation();
  return (
    <div className={classes.row}>
      <p>
        {person.invitedAt ? (
          <>
            Sent <Ago at={person.invitedAt} /> to {person.emailAddress}.
          </>
        ) : (
          <>Sent to {person.emailAddress}.</>
        )}{' '}
        The link works for 72 hours. A new mail replaces it.
      </p>
      <BusyButton
        variant="default"
        busy={isLoading}
        onClick={() =>
          void renew({ personId: person.id })
            .unwrap()
            .then(() => toastSuccess(`A new invitation is on its way to ${person.emailAddress}.`))
            .catch(toastError)
        }
      >
        Resend
      </BusyButton>
    </div>
  );
}

/** Offers the link where no mail is sent, but only to those who run the installation (D-284). */
function WithoutMail({ person }: { person: Member }) {
  const { clients: mayCopy } = usePowers();
  const [copy, { isLoading, data }] = useCopyInvitationMutation();
  const show = async () => {
    try {
      const made = await copy({ personId: person.id }).unwrap();
      // Browsers have a clipboard on safe origins only. Elsewhere the link is copied from the field.
      await navigator.clipboard?.writeText(made.data.url).then(() => toastSuccess('The link is copied.'));
    } catch (refusal) {
      toastError(refusal);
    }
  };
  if (!mayCopy) return <MailOff then="Ask the design service for the link." />;
  return (
    <Stack gap={12}>
      <MailOff then="Pass the link on yourself. It works once, for 72 hours, and a new one replaces it." />
      <div className={classes.row}>
        {data ? (
          <CopyField label={`Link for ${nameOf(person)}`} value={data.data.url} button="Copy link" />
        ) : (
          <BusyButton variant="default" busy={isLoading} onClick={() => void show()}>
            Copy link
          </BusyButton>
        )}
      </div>
    </Stack>
  );
}
