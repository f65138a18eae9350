import { Group, Radio } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import type { Order, OrderDetails } from '@/api/generated';
import { dayOf, endOfDay } from '@/lib/format/dates';
import { AssignForm } from '@/shared/form/AssignForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { useEdit } from '@/shared/form/useEdit';
import { chosen, optionsOf } from '@/shared/view/details';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { DateField } from '@/ui/fields/DateField';

/** The parts of an order that its card's menu can change. */
export type CardEdited = 'assign' | 'due' | 'priority';

export const editLabels: Record<CardEdited, string> = { assign: 'Assign', due: 'Due date', priority: 'Priority' };

type Props = { order: Order; edited: CardEdited; opened: boolean; onClose: () => void };

/** The dialog that changes one part of an order on the board. */
export function CardEdit({ order, edited, opened, onClose }: Props) {
  const mounted = useMounted();
  return (
    <FormDialog
      opened={opened && mounted}
      onClose={onClose}
      returnFocus={false} // The menu item no longer exists, so the card gets the focus instead.
      title={`${editLabels[edited]}: ${order.orderId} ${order.orderName}`}
      size="sm"
    >
      {edited === 'assign' && <AssignForm order={order} onDone={onClose} />}
      {edited === 'due' && <DueForm order={order} onDone={onClose} />}
      {edited === 'priority' && <PriorityForm order={order} onDone={onClose} />}
    </FormDialog>
  );
}

type FormProps = { order: Order; onDone: () => void };

function useSave({ order, onDone }: FormProps) {
  const { save, saving } = useEdit(order);
  const submit = async (change: OrderDetails) => {
    if (!saving && (await save(change))) onDone();
  };
  return { submit, saving };
}

function DueForm(props: FormProps) {
  const [before] = useState(dayOf(props.order.dueDate));
  const [day, setDay] = useState(before);
  useDialogGuard(day !== before);
  const { submit, saving } = useSave(props);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ dueDate: endOfDay(day) ?? null });
      }}
    >
      <DateField label="Due date" description="Leave it empty for none." data-autofocus value={day} onChange={setDay} />
      <Buttons saving={saving} />
    </form>
  );
}

function PriorityForm(props: FormProps) {
  const [before] = useState(props.order.priority);
  const [priority, setPriority] = useState(before);
  useDialogGuard(priority !== before);
  const { submit, saving } = useSave(props);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ priority });
      }}
    >
      <Radio.Group
        label="Priority"
        value={priority}
        onChange={(value) => setPriority(chosen('priority', value).priority ?? priority)}
      >
        <Group gap="md" mt="xs">
          {optionsOf('priority').map(({ value, label }) => (
            <Radio key={value} value={value} label={label} data-autofocus={value === priority || undefined} />
          ))}
        </Group>
      </Radio.Group>
      <Buttons saving={saving} />
    </form>
  );
}

function Buttons({ saving }: { saving: boolean }) {
  return (
    <BusyButton type="submit" mt="md" fullWidth busy={saving}>
      Save
    </BusyButton>
  );
}
