import { useMyWorkQuery } from '@/api/generated';
import { useMe } from '@/api/hooks';
import { useIdle } from '@/lib/hooks/useIdle';
import { countOf } from '@/shared/workCount';

/** Returns how much waits for the user, or nothing if nothing does. It is asked for once the page stands. */
export function useWorkCount(): string | undefined {
  const idle = useIdle();
  const me = useMe();
  const { data } = useMyWorkQuery(undefined, { skip: !me || !idle });
  const total = data?.data.sections.reduce((sum, section) => sum + section.total, 0);
  return total ? countOf(total) : undefined;
}
