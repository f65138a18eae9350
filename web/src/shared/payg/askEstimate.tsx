import { askIn } from '@/ui/dialogs';
import { EstimateQuestion } from './EstimateQuestion';

/**
 * Asks the owner of an account to confirm what an order is likely to cost, and returns whether they did.
 * `changed` says that it has changed since it was confirmed.
 */
export const askEstimate = (orderId: string, changed: boolean): Promise<boolean> =>
  askIn({
    title: 'Confirm the estimate',
    content: (answer) => <EstimateQuestion orderId={orderId} changed={changed} onAnswer={answer} />,
  });
