import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cardStates, droppedStatus, places } from '@/api/board/boardData';
import { type ActionName, type DropTarget, type Status } from '@/api/generated';
import { adminClient, customerClient } from '@/api/session/session';
import { targetOf } from '@/features/board/drag/dropRules';
import { hoursOf } from '@/features/hours/calendar';
import { contrast } from '@/lib/format/colour';
import { rolesInWords, statusLabel } from '@/lib/format/status';
import { actionWords } from '@/shared/command/actions';
import domain from './domain.json';

const entries = Object.entries;
const statuses = entries(domain.statuses) as [Status, (typeof domain.statuses)['draft']][];

// docs/generate writes domain.json from the tables of the domain, and a test there fails when it is stale.
test.each(statuses)('the board shows a card in status %s where the domain says, with its label', (status, said) => {
  const [column, zone] = places[status];
  expect({ column, zone: zone || column, state: cardStates[status], label: statusLabel(status) }).toEqual(said);
});

test('a drop is possible on exactly the targets of the domain, and sets the status that the domain says', () => {
  const targets = statuses.flatMap(([status]) => {
    const [column, zone] = places[status];
    return targetOf({ column, zone }) ?? [];
  });
  expect([...new Set(targets)].sort()).toEqual(Object.keys(domain.drops).sort());
  for (const [target, status] of entries(domain.drops)) expect(droppedStatus(target as DropTarget)).toBe(status);
});

test('the buttons of the named actions have the labels of the domain', () => {
  expect(Object.keys(actionWords).sort()).toEqual(Object.keys(domain.actions).sort());
  for (const [action, label] of entries(domain.actions)) expect(actionWords[action as ActionName].label).toBe(label);
});

test('every list of roles reads as in the sentences of the domain', () => {
  for (const [roles, words] of entries(domain.roles))
    expect(rolesInWords(roles.split(' ').filter(Boolean))).toBe(words);
});

test('hours that are not saved yet are shown as the server would show them (D-60)', () => {
  for (const { office, zone, now, answer } of domain.hours) {
    const shown = hoursOf(office, Date.parse(now), zone);
    // The editor names the next day by its date, so it has no use for the weekday's name.
    const { nextOpenHours: next, ...rest } = instants(shown);
    const { nextOpenHours: wanted, ...others } = instants(answer);
    expect({ ...rest, next: next?.open, now, zone }).toEqual({ ...others, next: wanted?.open, now, zone });
  }
});

test('the contrast of two colours is that of the domain (D-61)', () => {
  for (const [pair, said] of entries(domain.contrasts)) {
    const [a = '', b = ''] = pair.split(' ');
    expect(contrast(a, b)).toBeCloseTo(said, 9);
  }
});

/** Returns the same with UTC written as an offset, as JavaScript writes it. */
function instants<T>(shown: T): T {
  return JSON.parse(JSON.stringify(shown).replaceAll('Z"', '+00:00"')) as T;
}

test('the ids of the admin client and of the customer client are those of the domain (SH-013)', () => {
  const actor = readFileSync(resolve(import.meta.dirname, '../../domain/actor.go'), 'utf8');
  const idOf = (name: string) => new RegExp(`${name}\\s*= "([^"]+)"`).exec(actor)?.[1];
  expect([idOf('ProviderClient'), idOf('DirectClient')]).toEqual([adminClient, customerClient]);
});
