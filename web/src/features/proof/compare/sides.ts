import type { Version } from '@/api';

/**
 * Returns the two versions of an attachment to compare. They are the ones requested by id; without
 * an earlier one, it is the version before the later one. The first version has no predecessor and
 * is compared with the version after it. Returns undefined while there is only one version.
 * `versions` is sorted newest first.
 */
export function sidesOf<V extends Pick<Version, 'id' | 'version'>>(
  versions: readonly V[],
  from: string | null,
  to: string | null,
): { before: V; after: V } | undefined {
  const asked = (id: string | null) => versions.find((v) => v.id === id);
  const after = asked(to) ?? versions[0];
  if (!after) return undefined;
  const before = asked(from) ?? versions.find((v) => v.version < after.version);
  if (before) return { before, after };
  const next = versions.findLast((v) => v.version > after.version);
  return next && { before: after, after: next };
}
