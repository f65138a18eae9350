import { Group, Radio } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import type { Order, OrderDetails } from '@/api/generated';
import { dayOf, endOfDay } from '@/lib/dates';
import { AssignForm } from '@/shared/AssignForm';
import { FormDialog } from '@/shared/FormDialog';
import { useEdit } from '@/shared/useEdit';
import { BusyButton } from '@/ui/BusyButton';
import { useDialogGuard } from '@/ui/closeGuard';
import { DateField } from '@/ui/DateField';

/** The parts of an order that its card's menu can change. */
export type CardEdited = 'assign' | 'due' | 'priority';

export const editLabels: Record<CardEdited, string> = { assign: 'Assign', due: 'Due date', priority: 'Priority' };

const priorities = [
  { value: 'normal', label: 'Normal' },
  { value: 'high', label: 'High' },
  { value: 'urgent', label: 'Urgent' },
] as const;

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
        onChange={(value) => setPriority(priorities.find((one) => one.value === value)?.value ?? priority)}
      >
        <Group gap="md" mt="xs">
          {priorities.map(({ value, label }) => (
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
