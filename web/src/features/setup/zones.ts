/** Returns the time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Returns the names of all time zones. Some browsers leave out UTC or the one they use. */
export const zones = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ownZone(), 'UTC'])].toSorted((a, b) => a.localeCompare(b));
