/** Returns the time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Returns the names of all time zones. Some browsers leave out UTC, the one they use, or `chosen`. */
export const zones = (chosen = ''): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ownZone(), 'UTC', chosen])]
    .filter(Boolean)
    .toSorted((a, b) => a.localeCompare(b));
