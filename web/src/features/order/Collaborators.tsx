import { Button, MultiSelect, Popover } from '@mantine/core';
import { useState } from 'react';
import { type Order, useOrderTeamQuery, useSetCollaboratorsMutation } from '@/api/generated';
import { toastSuccess } from '@/shared/notify';
import { toastRefused } from '@/shared/refusal';
import { BusyButton } from '@/ui/BusyButton';

/** The members of the customer's team who may act on the order besides its creator (D-09). */
export function Collaborators({ order }: { order: Order }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" onClick={() => setOpened(!opened)}>
          Collaborators
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Choose collaborators">
        {opened && <Form order={order} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Form({ order, onDone }: { order: Order; onDone: () => void }) {
  const { data } = useOrderTeamQuery({ orderId: order.id });
  const [chosen, setChosen] = useState(order.collaborators.map(({ id }) => id));
  const [set, { isLoading }] = useSetCollaboratorsMutation();
  const team = (data?.data ?? []).filter(({ id }) => id !== order.creator.id);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isLoading) return;
        void set({ orderId: order.id, collaborators: { userIds: chosen } })
          .unwrap()
          .then(({ message }) => {
            toastSuccess(message);
            onDone();
          })
          .catch(toastRefused);
      }}
    >
      <MultiSelect
        label="Collaborators"
        description="They may act on this order like its creator."
        placeholder={chosen.length === 0 ? 'Please choose' : undefined}
        data={team.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        searchable
        comboboxProps={{ withinPortal: false }}
      />
      <BusyButton type="submit" mt="md" fullWidth busy={isLoading} disabled={!data}>
        Save
      </BusyButton>
    </form>
  );
}
