import type { Order } from '@/api/generated';

const detail = <Value extends string>(label: string, usual: Value, words: Record<Value, string>) => ({
  label,
  /** What an order has at first, and what its card does not mention. */
  usual,
  /** The values in their order on the screen. */
  words: words as Record<string, string>,
});

/** The details of an order that are chosen from a few words. Forms, pages, replays and cards have all of this list. */
export const details = {
  priority: detail<Order['priority']>('Priority', 'normal', {
    normal: 'Normal',
    high: 'High',
    urgent: 'Urgent',
  }),
};
export type DetailName = keyof typeof details;
export type Details = Pick<Order, DetailName>;

export const detailNames = Object.keys(details) as DetailName[];

const detailsBy = (value: (name: DetailName) => string) =>
  Object.fromEntries(detailNames.map((name) => [name, value(name)])) as Details;

export const usualDetails = detailsBy((name) => details[name].usual);

export const detailsOf = (of: Details): Details => detailsBy((name) => of[name]);

export const changedDetails = (saved: Details, now: Details): Partial<Details> =>
  Object.fromEntries(detailNames.filter((name) => now[name] !== saved[name]).map((name) => [name, now[name]]));

export const optionsOf = (name: DetailName) =>
  Object.entries(details[name].words).map(([value, label]) => ({ value, label }));

/** Returns what a choice changes: nothing if there is no such choice. */
export const chosen = (name: DetailName, value: string | null): Partial<Details> =>
  value !== null && value in details[name].words ? ({ [name]: value } as Partial<Details>) : {};
