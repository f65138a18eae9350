import { stableIndex } from '@/lib/format/text';

/** A point of a page, in shares of it. */
export interface Cursor {
  page: number;
  x: number;
  y: number;
}

/** Another browser that shows the version. */
export interface Viewer {
  viewer: string;
  person: { id: string; name: string; avatar: string };
  cursor: Cursor | null;
  /** The time of its last message, in milliseconds. */
  at: number;
}

/**
 * A browser reports its presence at this interval, in ms. It is removed when it has not reported
 * for a while.
 */
export const sayEveryMs = 5_000;
export const forgetMs = 12_000;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null;
const share = (v: unknown): v is number => typeof v === 'number' && v >= 0 && v <= 1;

function cursorIn(value: unknown): Cursor | null {
  if (!isFields(value)) return null;
  const { page, x, y } = value;
  return typeof page === 'number' && share(x) && share(y) ? { page, x, y } : null;
}

/**
 * Returns the viewers after a message of the server: it adds or updates one, or removes one who
 * left.
 */
export function heard(viewers: readonly Viewer[], data: unknown, versionId: string, now: number): readonly Viewer[] {
  if (!isFields(data) || data['versionId'] !== versionId || typeof data['viewer'] !== 'string') return viewers;
  const { viewer, person } = data;
  const others = viewers.filter((v) => v.viewer !== viewer);
  if (data['left'] === true) return others;
  if (!isFields(person) || typeof person['id'] !== 'string' || typeof person['name'] !== 'string') return viewers;
  const avatar = typeof person['avatar'] === 'string' ? person['avatar'] : '';
  const who = { id: person['id'], name: person['name'], avatar };
  return [...others, { viewer, person: who, cursor: cursorIn(data['cursor']), at: now }];
}

/** Returns the viewers who have reported recently. */
export function remembered(viewers: readonly Viewer[], now: number): readonly Viewer[] {
  const left = viewers.filter(({ at }) => now - at < forgetMs);
  return left.length === viewers.length ? viewers : left;
}

/** Returns the people, each once, sorted by name and without the user. */
export function peopleOf(viewers: readonly Viewer[], me: string): Viewer['person'][] {
  const people = new Map(viewers.map(({ person }) => [person.id, person]));
  people.delete(me);
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

const inks = ['#c2410c', '#0369a1', '#7e22ce', '#15803d', '#be185d', '#a16207'] as const;

/** Returns the colour of a person's cursor. It depends only on the name. */
export const inkOf = (name: string): string => inks[stableIndex(name, inks.length)] ?? inks[0];
