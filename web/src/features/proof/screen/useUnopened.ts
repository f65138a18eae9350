import { useEffect, useMemo, useState } from 'react';
import { useOpenPagesMutation, type OpenPagesApiArg, type PageRange } from '@/api';

type Version = Omit<OpenPagesApiArg, 'body'>;

/** For so long (ms) a page is shown until it counts as opened. */
const shown = 1000;

const within = (runs: readonly PageRange[], page: number) => runs.some(({ from, to }) => from <= page && page <= to);

/** The pages of a version that nobody has opened yet, as the server remembers them; none before it has answered. */
export function useUnopened({ orderId, attachmentId, versionId }: Version, page: number, count: number): number[] {
  const [open] = useOpenPagesMutation();
  const [answer, setAnswer] = useState<{ versionId: string; runs: readonly PageRange[] }>();
  const runs = answer?.versionId === versionId ? answer.runs : undefined;
  const known = runs !== undefined && within(runs, page);

  useEffect(() => {
    if (count === 0 || known) return;
    const timer = setTimeout(async () => {
      const { data } = await open({ orderId, attachmentId, versionId, body: { pages: [page] } });
      if (data) setAnswer({ versionId, runs: data.data });
    }, shown);
    return () => clearTimeout(timer);
  }, [open, orderId, attachmentId, versionId, page, count, known]);

  return useMemo(() => {
    if (!runs) return [];
    const pages = Array.from({ length: count }, (_, i) => i + 1);
    return pages.filter((n) => n !== page && !within(runs, n));
  }, [runs, page, count]);
}
