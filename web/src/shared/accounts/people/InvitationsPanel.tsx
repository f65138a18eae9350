import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useLimitInvitationsMutation } from '@/api/people';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { toastSuccess } from '@/shared/command/notify';
import { useUnsaved } from '@/shared/form/useUnsaved';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';

/** The most invitations a day that the server accepts. */
const mostInvitations = 10_000;

type Props = { clientId: string; customerId?: string; most: number };

/** How many invitations a day an account may send, for the admin (D-83). */
export function InvitationsPanel({ clientId, customerId, most }: Props) {
  const [value, setValue] = useState<string | number>(most);
  const [save, { isLoading, error }] = useLimitInvitationsMutation();
  const sending = useUnsaved(Number(value), most, Boolean(error));
  const send = async () => {
    if (isLoading || value === '') return;
    sending(Number(value));
    const { data } = await save({ invitationLimit: { clientId, customerId, most: Number(value) } });
    if (data) toastSuccess('The bound of invitations is saved.');
  };
  return (
    <Panel title="Invitations">
      <form
        noValidate
        aria-label="Invitations"
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <NumberInput
          label="Invitations a day"
          description="Each sends a mail to an address that somebody of the account chooses. With 0 they invite nobody."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={mostInvitations}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={value}
          error={value === '' ? 'Required!' : undefined}
          onChange={setValue}
        />
        <Refusal error={error} />
        <div className={forms.buttons}>
          <BusyButton type="submit" busy={isLoading}>
            Save invitations
          </BusyButton>
        </div>
      </form>
    </Panel>
  );
}
