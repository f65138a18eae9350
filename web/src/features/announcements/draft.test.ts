import { describe, expect, test } from 'vitest';
import { makeAnnouncement } from '../../../tests/fake/shell';
import type { ClientAccount } from '@/api/people';
import { changeOf, contrastOf, type Draft, draftErrors, draftOf, emptyDraft, isSame } from './draft';
import { audience, dismissed, times } from './words';

const now = new Date(2026, 10, 20, 12);
const draft: Draft = { ...emptyDraft, html: '<p>News</p>' };
const errors = (more: Partial<Draft>) =>
  Object.entries(draftErrors({ ...draft, ...more }, now)).filter(([, error]) => error);

describe('an announcement that is edited (D-61)', () => {
  test('is saved as it was read, with its seconds', () => {
    const before = makeAnnouncement(1, { startsAt: '2026-11-20T10:00:37Z', endsAt: '2026-12-01T00:00:00Z' });
    const { html, styles, lasting, roles, clients, startsAt, endsAt } = before;
    expect(changeOf(draftOf(before), before)).toEqual({ html, styles, lasting, roles, clients, startsAt, endsAt });
    expect(isSame(draftOf(before), draftOf(before))).toBe(true);
  });

  test('has times of the browser', () => {
    const at = new Date(2026, 10, 20, 9, 5);
    expect(draftOf(makeAnnouncement(1, { startsAt: at.toISOString() })).startsAt).toBe('2026-11-20T09:05');
    expect(changeOf({ ...draft, startsAt: '2026-11-20T09:05' }).startsAt).toBe(at.toISOString());
    expect(changeOf(draft)).toMatchObject({ startsAt: undefined, endsAt: undefined });
  });

  test.each<[Partial<Draft>, string[]]>([
    [{}, []],
    [{ html: '' }, ['html', 'Required!']],
    [{ html: 'x'.repeat(4003) }, ['html', 'The text is 3 characters too long.']],
    [{ background: 'blue' }, ['background', 'Use # and six digits or letters from a to f, such as #2563eb.']],
    [{ startsAt: '2026-11-20T13:00', endsAt: '2026-11-20T13:00' }, ['endsAt', 'An announcement ends after it starts.']],
    [{ endsAt: '2026-11-20T11:59' }, ['endsAt', 'An announcement ends after it starts.']],
    [{ endsAt: '2026-11-20T12:01' }, []],
  ])('with %o has the errors %j', (more, want) => expect(errors(more).flat()).toEqual(want));

  test('needs a contrast of 4.5', () => {
    expect(contrastOf(draft)).toBeGreaterThan(4.5);
    expect(contrastOf({ background: '#fff', colour: '#767676' })).toBeGreaterThan(4.5);
    expect(errors({ background: '#ffffff', colour: '#777777' })).toEqual([
      ['colour', expect.stringContaining('cannot be read well')],
    ]);
    expect(contrastOf({ background: '#ff', colour: '#000' })).toBeUndefined();
  });
});

describe('an announcement in words', () => {
  const clients = [
    { id: 'admin', kind: 'provider', name: 'Northlight' },
    { id: 'customer', kind: 'direct', name: 'Northlight' },
    { id: 'brightside', kind: 'reseller', name: 'Brightside' },
  ] as ClientAccount[];

  test.each([
    [[], [], 'Everyone'],
    [['owner'], [], 'Account owners'],
    [['manager', 'admin', 'owner'], [], 'Managers, admins and account owners'],
    [[], ['brightside'], 'Everyone of Brightside'],
    [['operator'], ['admin', 'gone'], 'Operators of Northlight: own people and gone'],
    [[], ['customer'], 'Everyone of Northlight: direct customers'],
  ] as const)('for %j of %j is for %s', (roles, ids, want) => {
    expect(audience({ roles: [...roles], clients: [...ids] }, clients)).toBe(want);
  });

  test('has its times and dismissals', () => {
    const startsAt = new Date(2026, 10, 20, 9).toISOString();
    expect(times({ startsAt })).toBe('From 20 Nov 2026 09:00 until it is withdrawn');
    expect(times({ startsAt, endsAt: new Date(2026, 11, 1).toISOString() })).toBe(
      '20 Nov 2026 09:00 to 01 Dec 2026 00:00',
    );
    expect(dismissed({ lasting: false, dismissals: 1 })).toBe('Dismissed by 1 person');
    expect(dismissed({ lasting: true, dismissals: 0 })).toBe('Cannot be dismissed');
  });
});
