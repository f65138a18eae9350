import type { CataloguePackage } from '@/api/generated';

const gigabyte = 1024 ** 3;

/** The most storage that the server accepts, in GB. */
export const storageLimit = 1024 ** 2;

/** Returns bytes in GB, to two places after the point. */
export const toGB = (bytes: number): number => Math.round((bytes / gigabyte) * 100) / 100;

/** Returns the bytes of what a number field has. An empty field has none. */
export const toBytes = (gb: string | number): number => Math.max(0, Math.round(Number(gb) * gigabyte) || 0);

/** Returns the packages to choose from: those on offer, and the one that the customer has. */
export const packageOptions = (packages: CataloguePackage[], current = '') =>
  packages.filter(({ id, retired }) => !retired || id === current).map(({ id, name }) => ({ value: id, label: name }));
