/** Reports whether a text is a time of the day, such as `09:00`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const typed = /^(\d\d?)(?:[:. h]?(\d\d))?\s*(am|pm)?$/i;

/** Reads a typed time of the day: `9`, `930`, `9.30`, `9:30 pm`. 24:00 is midnight. */
export function readTime(text: string): string | undefined {
  const [, hour, minute = '00', half] = typed.exec(text.trim()) ?? [];
  if (!hour) return undefined;
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  }
  if (hours === 24 && minute === '00') hours = 0;
  const time = `${String(hours).padStart(2, '0')}:${minute}`;
  return isTime(time) ? time : undefined;
}
