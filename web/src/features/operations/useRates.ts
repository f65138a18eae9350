import { useState } from 'react';
import type { OperationsAnswer } from '@/api/desk';
import { rateBetween } from './words';

type Reading = { at: number; positions: Record<string, number>; rates: Record<string, number | undefined> };

/** Returns the events per second that each projection applied between the last two readings. */
export function useRates(data: OperationsAnswer['data'] | undefined): Record<string, number | undefined> {
  const [last, setLast] = useState<Reading | null>(null);
  const at = data ? new Date(data.at).getTime() : 0;
  if (data && at !== last?.at) {
    const positions = Object.fromEntries(data.projections.map(({ name, position }) => [name, position]));
    const before = (name: string) => {
      const position = last?.positions[name];
      return last && position !== undefined ? { position, at: last.at } : undefined;
    };
    const rates = Object.fromEntries(
      data.projections.map(({ name, position }) => [name, rateBetween(before(name), { position, at })]),
    );
    setLast({ at, positions, rates });
  }
  return last?.rates ?? {};
}
