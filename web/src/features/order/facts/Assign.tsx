import type { Order } from '@/api/generated';
import { AssignForm } from '@/shared/form/AssignForm';
import { FormPopover } from './FormPopover';

/** Assigns operator and manager. Clearing a field removes the person. */
export function Assign({ order }: { order: Order }) {
  return (
    <FormPopover
      button="Assign"
      label="Assign operator and manager"
      width={280}
      form={(onDone) => <AssignForm order={order} onDone={onDone} />}
    />
  );
}
