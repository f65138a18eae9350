import type { ReactNode } from 'react';
import { useMyWorkQuery } from '@/api/shell';
import { useMe } from '@/api/hooks';
import { countOf } from '@/shared/workCount';

/** Gives its child how much waits for the user, or nothing if nothing does. */
export function WorkCount({ children }: { children: (count?: string) => ReactNode }) {
  const me = useMe();
  const { data } = useMyWorkQuery(undefined, { skip: !me });
  const total = data?.data.sections.reduce((sum, section) => sum + section.total, 0);
  return children(total ? countOf(total) : undefined);
}
