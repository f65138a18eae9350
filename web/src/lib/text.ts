/** The text cut at a number of characters, with an ellipsis in place of what is left out. */
export function cut(text: string, at: number): string {
  const characters = Array.from(text);
  return characters.length > at ? `${characters.slice(0, at).join('').trimEnd()}…` : text;
}

/** `Ada Lovelace` -> `AL`; one name gives one letter. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words[words.length - 1]?.[0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** How people read an order's number: `1042` -> `#1042`. */
export function orderNumber(id: string): string {
  return /^\d+$/.test(id) ? `#${id}` : id;
}

/** A small stable number of a text, for colours that do not change between visits. */
export function stableIndex(text: string, count: number): number {
  let hash = 0;
  for (const c of text) hash = (hash * 31 + (c.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}

/** `2 comments`, `1 comment`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `in-progress` -> `in progress`: only for names the app has no word for. */
export function humanize(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase();
}

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** A file size at base 1024 (SH-300). */
export function fileSize(bytes: number): string {
  if (!(bytes > 0)) return '0 Bytes';
  const unit = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** unit;
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}
