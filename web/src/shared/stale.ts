import type { AnnotationChange, Version } from '@/api/generated';
import { plural } from '@/lib/text';

/** What changed on a version after it was checked, in words; '' when nothing did (BY-030). */
export const changesSince = ({ changedSince = [] }: Pick<Version, 'changedSince'>): string =>
  changedSince
    .map(({ what, count }: AnnotationChange) => `${plural(count, what === 'moved' ? 'mark' : 'comment')} ${what}`)
    .join(', ');

/** Why an approval is stale, in words: another file (D-15) or other annotations (BY-030); '' while it is not. */
export const staleWords = (version: Pick<Version, 'changedSince' | 'approvalCleared'>): string =>
  version.approvalCleared ? 'the file changed' : changesSince(version);
