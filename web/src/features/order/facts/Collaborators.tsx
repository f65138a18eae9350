import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { type Order, useOrderTeamQuery, useSetCollaboratorsMutation } from '@/api/generated';
import { toastSuccess } from '@/shared/command/notify';
import { toastRefused } from '@/shared/command/refusal';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { FormPopover } from './FormPopover';

/** The members of the customer's team who may act on the order besides its creator (D-09). */
export function Collaborators({ order }: { order: Order }) {
  return (
    <FormPopover
      button="Collaborators"
      label="Choose collaborators"
      width={300}
      form={(onDone) => <Form order={order} onDone={onDone} />}
    />
  );
}

function Form({ order, onDone }: { order: Order; onDone: () => void }) {
  const { data } = useOrderTeamQuery({ orderId: order.id });
  const [before] = useState(() => order.collaborators.map(({ id }) => id));
  const [chosen, setChosen] = useState(before);
  useDialogGuard(chosen.length !== before.length || chosen.some((id) => !before.includes(id)));
  const [set, { isLoading }] = useSetCollaboratorsMutation();
  const [listed, setListed] = useState(false);
  const team = (data?.data ?? order.collaborators).filter(({ id }) => id !== order.creator.id);
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
        dropdownOpened={listed}
        onDropdownOpen={() => setListed(true)}
        onDropdownClose={() => setListed(false)}
        onOptionSubmit={() => setListed(false)} // The list covers the button.
        comboboxProps={{ withinPortal: false }}
      />
      <BusyButton type="submit" mt="md" fullWidth busy={isLoading} disabled={!data}>
        Save
      </BusyButton>
    </form>
  );
}
