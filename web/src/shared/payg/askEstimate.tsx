import { askIn } from '@/ui/dialog/dialogs';
import { AskOwner } from './AskOwner';
import { EstimateQuestion, type Asked } from './EstimateQuestion';

/**
 * Asks the owner of an account to confirm what an order is likely to cost, and returns whether they did.
 */
export const askEstimate = (asked: Asked): Promise<boolean> =>
  askIn({
    title: 'Confirm the estimate',
    content: (answer) => <EstimateQuestion {...asked} onAnswer={answer} />,
  });

/** Offers to ask the owner of an account for an estimate, and returns whether they were asked. */
export const askOwner = (orderId: string): Promise<boolean> =>
  askIn({
    title: 'The estimate is not confirmed',
    content: (answer) => <AskOwner orderId={orderId} onAnswer={answer} />,
  });
