import type { Order } from '@/api/generated';
import { confirm } from '@/ui';
import { askIn } from '@/ui/dialog/dialogs';

export interface Approving {
  /** Without its files, they are read. */
  order: Pick<Order, 'id' | 'orderName'> & Partial<Pick<Order, 'attachments'>>;
  /** The words of the button that was pressed. */
  accept: string;
  /** The pages of the file that nobody has opened, where that is known. */
  unopened?: readonly number[];
}

/** Asks before an order is approved, with what is still open, and returns whether the user agreed. */
export async function askApproval(approving: Approving): Promise<boolean> {
  const { order, accept } = approving;
  try {
    const { ApprovalSheet } = await import('./ApprovalSheet');
    return await askIn({
      title: accept,
      content: (answer) => <ApprovalSheet {...approving} onAnswer={answer} />,
    });
  } catch {
    // Without a connection its code may be missing, and a decision can wait for the connection.
    return confirm({ type: 'CONTINUECANCEL', title: accept, message: `Approve '${order.orderName}'?`, accept });
  }
}
