import { askIn } from '@/ui/dialogs';
import { EstimateQuestion, type Asked } from './EstimateQuestion';

/**
 * Asks the owner of an account to confirm what an order is likely to cost, and returns whether they did.
 */
export const askEstimate = (asked: Asked): Promise<boolean> =>
  askIn({
    title: 'Confirm the estimate',
    content: (answer) => <EstimateQuestion {...asked} onAnswer={answer} />,
  });
