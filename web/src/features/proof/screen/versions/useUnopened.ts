import { useEffect, useMemo, useState } from 'react';
import { useOpenPagesMutation, type OpenPagesApiArg, type PageRange } from '@/api';

type Version = Omit<OpenPagesApiArg, 'openedPages'>;

/** The time in ms after which a page in view counts as opened. */
const shown = 1000;

/** The most pages in one message. */
const most = 100;

const within = (runs: readonly PageRange[], page: number) => runs.some(({ from, to }) => from <= page && page <= to);
const pagesOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/**
 * Returns the pages of a version that nobody has opened yet, as stored on the server. It is empty
 * until the server has answered.
 */
export function useUnopened(
  { orderId, attachmentId, versionId }: Version,
  [from, to]: readonly [number, number],
  count: number,
): number[] {
  const [open] = useOpenPagesMutation();
  const [answer, setAnswer] = useState<{ versionId: string; runs: readonly PageRange[] }>();
  const runs = answer?.versionId === versionId ? answer.runs : undefined;
  const known = runs !== undefined && pagesOf(from, to).every((page) => within(runs, page));

  useEffect(() => {
    if (count === 0 || known) return;
    const timer = setTimeout(async () => {
      const pages = pagesOf(from, to).slice(0, most);
      const { data } = await open({ orderId, attachmentId, versionId, openedPages: { pages } });
      if (data) setAnswer({ versionId, runs: data.data });
    }, shown);
    return () => clearTimeout(timer);
  }, [open, orderId, attachmentId, versionId, from, to, count, known]);

  return useMemo(() => {
    if (!runs) return [];
    return pagesOf(1, count).filter((page) => (page < from || page > to) && !within(runs, page));
  }, [runs, from, to, count]);
}
