import { useEffect, useEffectEvent } from 'react';
import { useApiDispatch, useApiSelector, useSession } from '@/api/hooks';
import { answerPostponed, type Change, selectConflict } from '@/api/outboxState';
import { sender } from '@/api/sender';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { withdraw } from '@/ui';
import type { ConflictAnswer } from './ConflictQuestion';

const question = onDemand(() => import('./ConflictQuestion'));

/**
 * Asks about the changes that met a conflict, one after the other. A question that is closed without an answer waits
 * until the user opens it again, also after a reload.
 */
export function useConflicts(): void {
  const dispatch = useApiDispatch();
  const { userId } = useSession();
  const change = useApiSelector(selectConflict);
  const asking = useOnDemand(question, change !== undefined);
  const sending = useOnDemand(sender, change !== undefined);

  const answered = useEffectEvent((asked: Change, answer: ConflictAnswer) => {
    if (answer === 'later' || !sending) dispatch(answerPostponed(asked.key));
    else dispatch(answer === 'send' ? sending.sendAllTheSame(asked) : sending.withdraw(asked.key));
  });
  const ask = useEffectEvent(async (asked: Change, isCurrent: () => boolean) => {
    const answer = await asking?.askConflict(asked, userId ?? undefined);
    if (answer && isCurrent()) answered(asked, answer);
  });
  const ready = asking !== undefined && sending !== undefined;
  const key = change?.key;
  useEffect(() => {
    if (!ready || !change) return undefined;
    let current = true;
    void ask(change, () => current);
    return () => {
      current = false;
      withdraw(change.what); // It was answered in another window.
    };
    // A change with the same key is the same question.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ready, key]);
}
