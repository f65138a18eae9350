import type { AnnotationChange, Version } from '@/api/generated';
import { plural } from '@/lib/format/text';

/** Returns what changed on a version after its approval, or '' when nothing did (BY-030). */
export const changesSince = ({ changedSince = [] }: Pick<Version, 'changedSince'>): string =>
  changedSince
    .map(({ what, count }: AnnotationChange) => `${plural(count, what === 'moved' ? 'mark' : 'comment')} ${what}`)
    .join(', ');

/**
 * Returns why an approval is stale: another file (D-15) or other annotations (BY-030). It returns
 * '' while it is not.
 */
export const staleWords = (version: Pick<Version, 'changedSince' | 'approvalCleared'>): string =>
  version.approvalCleared ? 'the file changed' : changesSince(version);
