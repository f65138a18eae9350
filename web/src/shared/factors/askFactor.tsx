import { askIn } from '@/ui/dialog/dialogs';
import { FactorQuestion } from './FactorQuestion';

/** Asks for the second factor again and returns whether the user gave it (D-80). */
export const askFactor = (): Promise<boolean> =>
  askIn({ title: 'Enter your second factor', content: (answer) => <FactorQuestion onAnswer={answer} /> });
