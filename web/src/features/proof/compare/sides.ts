import type { Version } from '@/api';

/**
 * The versions of an attachment, newest first, to compare: those asked for by id, else the version before the later one.
 * The first version has none before it: it is compared with the one that followed it. Undefined while there is only one.
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
