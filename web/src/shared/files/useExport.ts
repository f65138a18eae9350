import { useState } from 'react';
import { useSession } from '@/api/hooks';
import { sessionSuffix } from '@/api/session/session';
import { toast } from '@/ui';

export type Format = 'csv' | 'json';

/** Returns the query without empty values. */
export function filled(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1])));
}

/** Fetches an export as the signed-in user and saves it as a download. */
export function useExport() {
  const session = useSession();
  const [busy, setBusy] = useState<Format | null>(null);

  const run = async (path: string, query: Record<string, string | undefined>, format: Format) => {
    setBusy(format);
    try {
      const search = new URLSearchParams(filled({ ...query, format }));
      const answer = await fetch(`/api${sessionSuffix(session)}${path}?${search}`, {
        headers: { Authorization: `Bearer ${session.token ?? ''}` },
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const name =
        /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? `export.${format}`;
      const url = URL.createObjectURL(await answer.blob());
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // By then the download has started.
    } catch {
      toast({ type: 'ERROR', title: 'The file could not be made', message: 'Please try again in a moment.' });
    } finally {
      setBusy(null);
    }
  };
  return { busy, run: (...args: Parameters<typeof run>) => void run(...args) };
}
