import { shortDecimal } from '@/shared/billing/decimal';

/** Sizes and hours are typed with up to two digits after the point. */
export const hundredths = 2;
const secondsOfHundredth = 36;

export type Unit = 'MB' | 'GB';

const bytesOf: Record<Unit, bigint> = { MB: 1024n ** 2n, GB: 1024n ** 3n };

/** Returns the hours of seconds as they are typed, to two places: `5400` -> `1.5`. */
export const hoursText = (seconds: number): string =>
  shortDecimal(Math.round(seconds / secondsOfHundredth), hundredths);

/** Returns the seconds of hundredths of an hour. */
export const secondsOf = (hours: number): number => hours * secondsOfHundredth;

/** Returns the unit in which a storage is a short number. */
export const unitOf = (bytes: number): Unit => (bytes > 0 && bytes < Number(bytesOf.GB) ? 'MB' : 'GB');

/** Returns bytes as they are typed in a unit, to two places: `1610612736` -> `1.5` in GB. */
export function storageText(bytes: number, unit: Unit): string {
  const size = bytesOf[unit];
  return shortDecimal(Number((BigInt(bytes) * 100n + size / 2n) / size), hundredths);
}

/** Returns the bytes of hundredths of a unit. */
export const bytesIn = (size: number, unit: Unit): number => Number((BigInt(size) * bytesOf[unit]) / 100n);
