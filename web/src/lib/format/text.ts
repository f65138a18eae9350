/** Cuts a text at a number of characters and adds an ellipsis. */
export function cut(text: string, at: number): string {
  const characters = Array.from(text);
  return characters.length > at ? `${characters.slice(0, at).join('').trimEnd()}…` : text;
}

/** Returns initials: `Ada Lovelace` -> `AL`. A single name gives one letter. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words[words.length - 1]?.[0] ?? '') : '';
  return (first + last).toUpperCase();
}

/**
 * Returns a small number that depends only on the text, for colours that stay the same between
 * visits.
 */
export function stableIndex(text: string, count: number): number {
  let hash = 0;
  for (const c of text) hash = (hash * 31 + (c.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}

/** Joins names as people do: `Ada, Ben and Cy`. */
export function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** Returns a count with its noun: `2 comments`, `1 comment`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/**
 * Returns a readable form of a name for which the app has no label: `in-progress` -> `in progress`.
 */
export function humanize(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase();
}

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** Formats a file size at base 1024 (SH-300). */
export function fileSize(bytes: number): string {
  if (!(bytes > 0)) return '0 Bytes';
  const unit = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** unit;
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}
