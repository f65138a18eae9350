import type { Order, Version } from '@/api/generated';
import { StoreLink } from './StoreLink';

/** Reads the order again to get fresh links to its files. */
export type Reload = () => Promise<Order | undefined>;

/**
 * Returns the link to a file of a version, such as its thumbnail. `pick` reads it from the version.
 */
export function versionLink(
  version: Version,
  reload: Reload,
  pick: (version: Version) => string | undefined,
): StoreLink {
  return new StoreLink(pick(version) ?? '', async () => {
    const lists = Object.values((await reload())?.attachments ?? {}).flat();
    const again = lists.flatMap(({ versions }) => versions).find(({ id }) => id === version.id);
    return again && (pick(again) || undefined);
  });
}
