import { Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { type OrderRoute, useReplaceApproverMutation, useTeamQuery } from '@/api/approvals';
import { apiError, sentence } from '@/api/request/envelope';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastSuccess } from '@/shared/command/notify';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { SelectField } from '@/ui/fields/SelectField';
import type { Seat } from './words';

type Props = { orderId: string; route: OrderRoute; seat: Seat; onClose: () => void };

/** Gives the seat of an approver in a step of this order to somebody else of the team. */
export function ReplaceDialog({ orderId, route, seat: { step, person }, onClose }: Props) {
  const team = useTeamQuery(undefined, { refetchOnMountOrArgChange: true });
  const [replace, { isLoading, error }] = useReplaceApproverMutation();
  const [to, setTo] = useState<string | null>(null);
  const seated = new Set(route.steps[step]?.approvers.map(({ id }) => id));
  const free = (team.data?.people ?? []).filter(
    ({ id, state, role }) => state === 'active' && (role === 'owner' || role === 'staff') && !seated.has(id),
  );
  const send = async () => {
    if (!to || isLoading) return;
    const { data } = await replace({ orderId, approverReplacement: { step, from: person.id, to } });
    if (!data) return;
    toastSuccess(data.message);
    onClose();
  };
  return (
    <FormDialog opened onClose={onClose} title={`Ask somebody else than ${person.name}`}>
      <form
        noValidate
        aria-label="Ask somebody else"
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className={forms.hint}>
          In step {step + 1}, {route.steps[step]?.name}, of this order only. The workflow itself stays as it is.
        </p>
        {team.error && !team.data && (
          <ErrorState small message={sentence(apiError(team.error))} onRetry={() => void team.refetch()} />
        )}
        {!team.data && !team.error && <Skeleton height={58} role="status" aria-label="Loading your team" />}
        {team.data && (
          <SelectField
            label="Who is asked instead"
            required
            searchable
            data-autofocus
            data={free.map(({ id, firstname, lastname }) => ({ value: id, label: `${firstname} ${lastname}`.trim() }))}
            nothingFoundMessage="Nobody else of your team has this name"
            value={to}
            onChange={setTo}
          />
        )}
        <Refusal error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={isLoading} disabled={!to}>
            Ask them
          </BusyButton>
        </Group>
      </form>
    </FormDialog>
  );
}
