import type { Topic } from '@/api';
import { dateTime } from '@/lib/format/dates';
import type { Pin } from '../../engine';
import { readMessage, textOf } from '@/shared/threads/message/message';
import type { Entry, Said } from './report';

/**
 * Formats a time as `21 Nov 2026 14:05 (UTC+01:00)`. It names the zone, because a report may be
 * read in another one.
 */
function at(instant: string): string {
  const minutes = -new Date(instant).getTimezoneOffset();
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${dateTime(instant)} (UTC${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)})`;
}

/**
 * Returns the threads for a report: first those on the whole file, then those with a mark by
 * number.
 */
export function entriesOf(
  topics: readonly Topic[],
  pins: readonly Pin[],
  nameOf: (id: string) => string | undefined,
): Entry[] {
  const places = new Map(pins.map((pin) => [pin.id, pin]));
  const said = ({ sender, dateCreated, message }: Pick<Topic, 'sender' | 'dateCreated' | 'message'>): Said => ({
    author: sender.name,
    at: at(dateCreated),
    text: textOf(readMessage(message), nameOf),
  });
  const entries = topics.map((topic) => {
    const pin = places.get(topic.id);
    return {
      ...said(topic),
      number: pin?.number ?? null,
      page: pin?.page ?? null,
      resolved: topic.isResolve,
      replies: topic.comments.map(said),
    };
  });
  return entries.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
}

/** Returns a CSV cell. Text that a spreadsheet would treat as a formula is marked as text. */
function cell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const header = ['Number', 'Page', 'Status', 'Author', 'Date', 'Comment', 'Reply to'];

/**
 * Returns the comments as CSV, one line each, with replies below the comment they answer. It begins
 * with a BOM for spreadsheets.
 */
export function commentsCsv(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ number, page, resolved, replies, ...first }, i) => {
    const name = number ?? `file ${i + 1}`;
    const place = [name, page ?? ''];
    return [
      [...place, resolved ? 'resolved' : 'open', first.author, first.at, first.text, ''],
      ...replies.map((reply) => [...place, '', reply.author, reply.at, reply.text, name]),
    ];
  });
  return `\uFEFF${[header, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}
