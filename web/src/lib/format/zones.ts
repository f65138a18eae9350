/** Returns the time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Returns the names of all time zones. Some browsers leave out UTC, the one they use, or `chosen`. */
export const zones = (chosen = ''): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ownZone(), 'UTC', chosen])]
    .filter(Boolean)
    .toSorted((a, b) => a.localeCompare(b));

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  return format;
}

/**
 * Returns how far a zone is ahead of UTC at an instant, in ms. The offset changes with daylight-saving
 * time. A zone that the browser does not know has none.
 */
export function offsetIn(zone: string, instant: number): number {
  try {
    const name = offsetFormat(zone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value;
    return offsetOf(name ?? '');
  } catch {
    return 0;
  }
}

/** Returns the offset at the end of a text in ms: `2026-11-20T09:00:00+02:00`, `GMT+02:00`. */
export function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}
