import { useMemo } from 'react';
import type { Topic, Version } from '@/api';
import { dateTime } from '@/lib/format/dates';
import type { ExportComments } from '../../threads/PanelHead';
import type { People } from '@/shared/threads/people';
import type { Tab } from '@/shared/threads/threadActions';
import { commentsCsv, entriesOf } from './comments';
import { commentsName } from '../draw/place';
import { saveBlob } from '@/shared/files/saveBlob';
import { type MaybeExported, proofOf, useJob } from '../useDownload';

interface Options {
  version: Version;
  from: MaybeExported;
  role: string;
  tab: Tab;
  topics: readonly Topic[];
  people: People;
}

/**
 * Exports the comments of the tab as a PDF report and as CSV (BY-031). Returns undefined where
 * downloads are not allowed (BD-303).
 */
export function useExportComments(options: Options): ExportComments | undefined {
  const { version, role, tab, topics, people } = options;
  const { order, file, markup, reload } = options.from;
  const { percent, run } = useJob(file?.kind);
  return useMemo(() => {
    if (!file || role === 'guest') return undefined;
    const entries = () => entriesOf(topics, markup.pins, people.name);
    const title = `${version.fileName}, version ${version.version}`;
    const about = () => [
      `${order.orderId} · ${order.orderName}`,
      `${tab === 'internal' ? 'Internal' : 'Public'} comments, ${dateTime(new Date().toISOString())}`,
    ];
    const name = commentsName(version.fileName);
    return {
      percent,
      pdf: () =>
        void run(`${name}.pdf`, file, async (progress) => {
          const proof = await proofOf({ order, file, markup, reload }, progress);
          return { what: 'report', proof, report: { title, about: about(), entries: entries() } };
        }),
      csv: () => saveBlob(new Blob([commentsCsv(entries())], { type: 'text/csv' }), `${name}.csv`),
    };
  }, [order, version, file, markup, reload, role, tab, topics, people, percent, run]);
}
