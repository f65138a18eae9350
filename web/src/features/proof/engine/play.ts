import { initial, step } from './step';
import type { Event, Point, State } from './types';

/** Test helpers that play events on two pages of 1000 x 500 page pixels. */
export const pages = [
  { width: 1000, height: 500 },
  { width: 1000, height: 500 },
];

export const empty: State = { ...initial, pages };

export const pointerDown = (x: number, y: number, id = 'm1', page = 1): Event => ({
  type: 'down',
  page,
  at: { x, y },
  id,
  tolerance: 4,
});
export const pointerMove = (x: number, y: number): Event => ({ type: 'move', at: { x, y } });
export const pointerUp = (): Event => ({ type: 'up' });

export const click = (x: number, y: number, id?: string, page?: number): Event[] => [
  pointerDown(x, y, id, page),
  pointerUp(),
];
export const drag = (from: Point, to: Point, id?: string): Event[] => [
  pointerDown(from.x, from.y, id),
  pointerMove((from.x + to.x) / 2, (from.y + to.y) / 2),
  pointerMove(to.x, to.y),
  pointerUp(),
];

export const play = (...events: Event[]): State => events.reduce(step, empty);
export const playFrom = (state: State, ...events: Event[]): State => events.reduce(step, state);
