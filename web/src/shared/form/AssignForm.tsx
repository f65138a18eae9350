import { useState } from 'react';
import { type Order, useAssignOrderMutation, useManagersQuery, useOperatorsQuery } from '@/api/generated';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { SelectField } from '@/ui/fields/SelectField';
import { toastSuccess } from '../command/notify';
import { toastRefused } from '../command/refusal';

type Props = { order: Pick<Order, 'id' | 'operator' | 'manager'>; onDone: () => void };

/** Assigns the operator and the manager of an order. Clearing a field removes the person. */
export function AssignForm({ order, onDone }: Props) {
  const operators = useOperatorsQuery().data?.data ?? [];
  const managers = useManagersQuery().data?.data ?? [];
  const [before] = useState({ operatorId: order.operator?.id ?? null, managerId: order.manager?.id ?? null });
  const [operatorId, setOperator] = useState(before.operatorId);
  const [managerId, setManager] = useState(before.managerId);
  useDialogGuard(operatorId !== before.operatorId || managerId !== before.managerId);
  const [assign, { isLoading }] = useAssignOrderMutation();
  const options = (people: { id: string; name: string }[]) =>
    people.map(({ id, name }) => ({ value: id, label: name }));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isLoading) return;
        const assignment = { operatorId: operatorId ?? '', managerId: managerId ?? '' };
        void assign({ orderId: order.id, assignment })
          .unwrap()
          .then(({ message }) => {
            toastSuccess(message);
            onDone();
          })
          .catch(toastRefused);
      }}
    >
      <SelectField
        label="Operator"
        data={options(operators)}
        value={operatorId}
        onChange={setOperator}
        clearable
        clearButtonProps={{ 'aria-label': 'Take the operator off' }}
        comboboxProps={{ withinPortal: false }}
      />
      <SelectField
        mt="sm"
        label="Manager"
        data={options(managers)}
        value={managerId}
        onChange={setManager}
        clearable
        clearButtonProps={{ 'aria-label': 'Take the manager off' }}
        comboboxProps={{ withinPortal: false }}
      />
      <BusyButton type="submit" mt="md" fullWidth busy={isLoading}>
        Assign
      </BusyButton>
    </form>
  );
}
