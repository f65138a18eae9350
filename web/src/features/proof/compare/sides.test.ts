import { expect, test } from 'vitest';
import { sidesOf } from './sides';

const versions = [3, 2, 1].map((version) => ({ id: `v${version}`, version }));

test.each([
  ['the newest and the one before it, where nothing is asked for', null, null, 'v2', 'v3'],
  ['a version and the one before it', null, 'v2', 'v1', 'v2'],
  ['the first version and the one that followed it', null, 'v1', 'v1', 'v2'],
  ['the two that are asked for', 'v1', 'v3', 'v1', 'v3'],
  ['a later version before an earlier one, if that is asked for', 'v3', 'v1', 'v3', 'v1'],
  ['what can be found of what is asked for', 'gone', 'gone', 'v2', 'v3'],
])('%s (BY-027)', (_, from, to, before, after) => {
  const sides = sidesOf(versions, from, to);
  expect([sides?.before.id, sides?.after.id]).toEqual([before, after]);
});

test('an attachment with one version has nothing to compare (BY-027)', () => {
  expect(sidesOf(versions.slice(2), null, 'v1')).toBeUndefined();
  expect(sidesOf([], null, null)).toBeUndefined();
});
