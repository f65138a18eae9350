import { expect, test } from 'vitest';
import type { Member } from '@/api/people';
import type { Team } from '@/api/approvals';
import { type Change, contentOf, type Draft, draftOf, edited, emptyStep, fingerprint, hoursOf } from './draft';
import { knownAs, problemsIn } from './problems';

const person = (id: string, state: Member['state'] = 'active'): Member => ({
  id,
  firstname: id.toUpperCase(),
  lastname: '',
  emailAddress: `${id}@acme.test`,
  avatar: '',
  jobTitle: '',
  role: 'staff',
  roleLabel: 'Team Member',
  state,
  isApprover: false,
  canApprove: state === 'active',
  emailIsVerified: true,
  account: { clientId: 'customer', name: 'Acme' },
  isYou: false,
  invitedAt: '2026-11-01T00:00:00Z',
});
const reader: Member = { ...person('dee'), canApprove: false };
const team: Team = { people: [person('ana'), person('ben'), person('cy', 'deactivated'), reader], whole: true };

const good: Draft = {
  name: 'Print',
  steps: ['a', 'b', 'c'].map((key) => ({ ...emptyStep(key), name: key.toUpperCase(), approvers: ['ana'] })),
};
const keys = ({ steps }: Draft) => steps.map(({ key }) => key).join('');
const after = (...changes: Change[]) => changes.reduce(edited, good);

test('steps move to every place, and not beyond the ends', () => {
  expect(keys(after({ type: 'move', from: 0, to: 2 }))).toBe('bca');
  expect(keys(after({ type: 'move', from: 2, to: 0 }))).toBe('cab');
  expect(keys(after({ type: 'move', from: 1, to: 1 }))).toBe('abc');
  expect(keys(after({ type: 'move', from: 0, to: -1 }))).toBe('abc');
  expect(keys(after({ type: 'move', from: 0, to: 3 }))).toBe('abc');
  expect(keys(after({ type: 'move', from: 7, to: 0 }))).toBe('abc');
});

test('a removed step can be put back in its place, once', () => {
  const removed = after({ type: 'remove', key: 'b' });
  expect(keys(removed)).toBe('ac');
  const back = edited(removed, { type: 'putBack' });
  expect(keys(back)).toBe('abc');
  expect(fingerprint(back)).toBe(fingerprint(good));
  const turned = back.steps.map((step) => Object.fromEntries(Object.entries(step).reverse()) as typeof step);
  expect(fingerprint({ ...back, steps: turned })).toBe(fingerprint(good)); // the server has its own order of fields
  expect(keys(edited(back, { type: 'putBack' }))).toBe('abc');
  expect(keys(edited(edited(removed, { type: 'forget' }), { type: 'putBack' }))).toBe('ac');
});

test('a copy is behind its step, and there are at most 10 steps', () => {
  const copied = after({ type: 'duplicate', key: 'a', copy: 'x' });
  expect(keys(copied)).toBe('axbc');
  expect(copied.steps[1]).toEqual({ ...good.steps[0], key: 'x' });
  let full = good;
  for (const key of 'defghijklm') full = edited(full, { type: 'add', key });
  expect(keys(full)).toBe('abcdefghij');
  expect(keys(edited(full, { type: 'duplicate', key: 'a', copy: 'x' }))).toBe('abcdefghij');
});

test('what is stored comes back as it was, whatever the units are', () => {
  const content = {
    name: 'Print',
    steps: [
      { name: 'Brand', approvers: ['ana', 'ben'], rule: 'quorum' as const, quorum: 2, due: 36, reminder: 24 },
      { name: 'Legal', approvers: [], rule: 'any' as const, quorum: undefined, due: undefined, reminder: undefined },
    ],
  };
  const draft = draftOf(content);
  expect(draft.steps[0]?.due).toEqual({ text: '36', unit: 'hours' });
  expect(draft.steps[0]?.reminder).toEqual({ text: '1', unit: 'days' });
  expect(contentOf(draft)).toEqual(content);
  // The same time in another unit, and blanks around a name, are no change.
  const same = edited(draft, { type: 'step', key: 'stored-0', changed: { reminder: { text: '24', unit: 'hours' } } });
  expect(fingerprint(same)).toBe(fingerprint(draft));
  expect(fingerprint({ ...draft, name: ' Print ' })).toBe(fingerprint(draft));
  expect(fingerprint(edited(draft, { type: 'move', from: 0, to: 1 }))).not.toBe(fingerprint(draft));
});

test.each([
  ['', 0],
  [' 3 ', 72],
  ['0', 0],
  ['1.5', Number.NaN],
  ['-1', Number.NaN],
  ['soon', Number.NaN],
])('%j days are %d hours', (text, hours) => {
  expect(hoursOf({ text, unit: 'days' })).toBe(hours);
});

const imperfect = (changed: Partial<Draft['steps'][number]>) =>
  problemsIn(edited(good, { type: 'step', key: 'b', changed }), team);

test('a workflow that everybody can pass has no problem', () => {
  expect(problemsIn(good, team)).toEqual([]);
  expect(imperfect({ rule: 'quorum', quorum: '2', approvers: ['ana', 'ben', 'cy'] })).toEqual([]);
  expect(imperfect({ rule: 'any', approvers: ['cy', 'ana'] })).toEqual([]);
  expect(imperfect({ due: { text: '90', unit: 'days' }, reminder: { text: '2159', unit: 'hours' } })).toEqual([]);
});

const few = 'A step has too few active approvers to be passed.';
const each = 'Each step needs 1 to 20 approvers, nobody twice.';
const within = 'A step is due within 90 days, and its reminder comes before that.';

type Case = [name: string, Partial<Draft['steps'][number]>, field: string, text: string, unsavable?: true];

test.each<Case>([
  ['no name', { name: ' ' }, 'name', 'Give each step a name of 1 to 60 characters.', undefined],
  ['nobody', { approvers: [] }, 'approvers', each, undefined],
  ['somebody twice', { approvers: ['ana', 'ana'] }, 'approvers', each, true],
  ['who may only look', { approvers: ['dee'] }, 'approvers', `DEE cannot approve any more. ${few}`, undefined],
  ['nobody who can', { approvers: ['cy'] }, 'approvers', `CY cannot approve any more. ${few}`, undefined],
  [
    'one of all who cannot',
    { rule: 'all', approvers: ['ana', 'cy'] },
    'approvers',
    `CY cannot approve any more. ${few}`,
    undefined,
  ],
  [
    'somebody who left',
    { approvers: ['ana', 'gone'] },
    'approvers',
    "Somebody who left cannot approve any more. Only members of the account's team can approve.",
    true,
  ],
  ['no number', { rule: 'quorum', quorum: '' }, 'quorum', 'Enter how many of them have to approve.', undefined],
  [
    'too large a number',
    { rule: 'quorum', quorum: '2' },
    'quorum',
    'A step cannot need more approvals than it has approvers.',
    undefined,
  ],
  ['a late due time', { due: { text: '91', unit: 'days' } }, 'due', within, true],
  ['a due time in words', { due: { text: 'soon', unit: 'days' } }, 'due', within, true],
  ['a reminder without a due time', { reminder: { text: '1', unit: 'hours' } }, 'reminder', within, true],
  [
    'a reminder at the begin',
    { due: { text: '1', unit: 'days' }, reminder: { text: '24', unit: 'hours' } },
    'reminder',
    within,
    true,
  ],
])('%s is a problem of the step', (_name, changed, field, text, unsavable) => {
  expect(imperfect(changed)).toEqual([{ step: 'b', field, text, unsavable }]);
});

test('a workflow needs a name and a step', () => {
  expect(problemsIn({ name: '', steps: [] }, team)).toEqual([
    { field: 'name', text: 'Give the workflow a name of 1 to 60 characters.', unsavable: true },
    { field: 'steps', text: 'A workflow has 1 to 10 steps.' },
  ]);
});

test('who is not found has left, unless only a part of the team was read', () => {
  expect(knownAs(team, 'gone').state).toBe('left');
  expect(knownAs({ ...team, whole: false }, 'gone').state).toBe('active');
});
