import { Button } from '@mantine/core';
import { type Member, useChangePersonMutation, useRenewInvitationMutation } from '@/api/people';
import { toastError, toastSuccess } from '@/shared/notify';
import { Ago } from '@/ui/Ago';
import { BusyButton } from '@/ui/BusyButton';
import { Panel } from '@/ui/Panel';
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
  const [renew, { isLoading }] = useRenewInvitationMutation();
  return (
    <Panel title="Invitation">
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
    </Panel>
  );
}
