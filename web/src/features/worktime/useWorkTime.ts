import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import {
  generatedApi,
  type Role,
  useConfirmWorkingTimeMutation,
  useWorkingTimeQuery,
  useWorkOnOrderMutation,
  type WorkingTimeAnswer,
} from '@/api/generated';
import { useAbility, useApiDispatch, useMe } from '@/api/hooks';
import { onLive } from '@/api/live/live';
import { invalidate } from '@/api/live/tags';
import { toastRefused } from '@/shared/command/refusal';
import { confirm, toast, withdraw } from '@/ui';
import { selectWorkWarnings, workAnswered, workWarned } from './workWarnings';

export type Timer = NonNullable<WorkingTimeAnswer['data']['timer']>;

/** The roles whose browser reports that it is in use (SH-333). */
const operating: Role[] = ['manager', 'creative_manager', 'production_manager', 'operator'];

const question = 'Are you still working?';

const stopped: Record<string, string> = {
  unanswered: 'Nobody answered whether the work goes on. The time counts up to the question.',
  away: 'Your browser was gone. The time counts up to then.',
};

function field(data: unknown, name: string): string {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * Keeps the running timer of the user up to date: it asks whether they still work, reports a timer
 * that has stopped, and refetches when the tab becomes visible.
 */
export function useWorkTime() {
  const able = useAbility('working-time', 'update');
  const role = useMe()?.role;
  const dispatch = useApiDispatch();
  const tell = useDispatch();
  const warnings = useSelector(selectWorkWarnings);
  const { data } = useWorkingTimeQuery(undefined, { skip: !able });
  const [work] = useWorkOnOrderMutation();
  const [goOn] = useConfirmWorkingTimeMutation();
  const timer = data?.data.timer;

  useEffect(() => {
    if (!role || !operating.includes(role)) return undefined;
    const here = () => {
      if (document.visibilityState !== 'visible') return;
      void dispatch(generatedApi.endpoints.takeBackStopper.initiate(undefined, { track: false }));
      dispatch(invalidate(['WorkingTime']));
    };
    document.addEventListener('visibilitychange', here);
    return () => document.removeEventListener('visibilitychange', here);
  }, [dispatch, role]);

  useEffect(() => {
    if (!able) return undefined;
    return onLive(({ event, data: told }) => {
      if (event === 'confirm-worktime-auto-stop') dispatch(invalidate(['WorkingTime']));
      if (event === 'notify-worktime-stopped') {
        withdraw(question);
        dispatch(invalidate(['WorkingTime']));
        toast({
          type: 'WARNING',
          title: 'Your working time was stopped',
          message: stopped[field(told, 'reason')],
          id: 'worktime-stopped',
        });
      }
    });
  }, [able, dispatch, tell]);

  const warningAt = timer?.warningAt;
  const settled = Object.keys(warnings).find((orderId) => orderId !== timer?.orderId || !warningAt);
  useEffect(() => {
    if (data && settled) tell(workAnswered(settled)); // The server no longer asks about this order.
  }, [data, settled, tell]);
  const asked = timer !== undefined && warnings[timer.orderId]?.warningAt === warningAt;
  useEffect(() => {
    if (!timer || !warningAt || asked) return;
    tell(workWarned({ orderId: timer.orderId, warningAt }));
    const ask = async () => {
      const still = await confirm({
        type: 'YESNO',
        title: question,
        message: `Your timer on ${timer.orderNumber} ${timer.orderName} is running. If you do not answer, it stops, and only the time until now counts.`,
        accept: 'Keep working',
        refuse: 'Stop',
      });
      if (still) await goOn().unwrap();
      else await work({ orderId: timer.orderId, workingTimeAction: { action: 'pause' } }).unwrap();
    };
    ask().catch(toastRefused);
  }, [timer, warningAt, asked, tell, goOn, work]);

  const pause = () => {
    if (timer)
      void work({ orderId: timer.orderId, workingTimeAction: { action: 'pause' } })
        .unwrap()
        .catch(toastRefused);
  };
  return { timer, pause };
}
