import { Button, Popover, Select } from '@mantine/core';
import { useState } from 'react';
import { type Order, useAssignOrderMutation, useManagersQuery, useOperatorsQuery } from '@/api/generated';
import { toastSuccess } from '@/orders/notify';
import { toastRefused } from '@/orders/refusal';
import { BusyButton } from '@/ui/BusyButton';

/** Assigns operator and manager; clearing the field takes the person off. */
export function Assign({ order }: { order: Order }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" onClick={() => setOpened(!opened)}>
          Assign
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Assign operator and manager">
        {opened && <AssignForm order={order} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function AssignForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const operators = useOperatorsQuery().data?.data ?? [];
  const managers = useManagersQuery().data?.data ?? [];
  const [operatorId, setOperator] = useState<string | null>(order.operator?.id ?? null);
  const [managerId, setManager] = useState<string | null>(order.manager?.id ?? null);
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
      <Select
        label="Operator"
        placeholder="Please choose"
        data={options(operators)}
        value={operatorId}
        onChange={setOperator}
        clearable
        clearButtonProps={{ 'aria-label': 'Take the operator off' }}
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        mt="sm"
        label="Manager"
        placeholder="Please choose"
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
