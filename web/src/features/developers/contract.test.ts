import { describe, expect, test } from 'vitest';
import { contract } from '../../../tests/fake/contract';
import { addressOf, curlOf, operationsOf, sampleOf, textOf } from './contract';

describe('the contract in words (BY-039)', () => {
  const [get, put, build] = operationsOf(contract);

  test('operations have their references resolved, their scope and their body', () => {
    expect([get?.id, put?.id, build?.id]).toEqual(['thing', 'changeThing', 'build']);
    expect(put?.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual(['path thingId', 'query note']);
    expect(put?.answers.map(({ status, description }) => `${status} ${description}`)).toEqual([
      '200 Done',
      'default Refused',
    ]);
    expect([get?.scope, put?.scope, build?.open, put?.open]).toEqual([undefined, 'orders:write', true, false]);
  });

  test('a schema that contains itself ends', () => {
    const thing = { $ref: '#/components/schemas/Thing' };
    const text = textOf(contract, thing);
    expect(text).toMatch(/^\{\n {2}kind: "round" \| "flat" {2}\/\/ its shape\n {2}parts: \[\{/);
    expect(text).toContain('size?: integer 1 to 9');
    expect(text).toContain('{…}');
    expect(JSON.stringify(sampleOf(contract, thing))).toMatch(/^\{"kind":"round","parts":\[\{"kind":"round"/);
  });

  test('an address is encoded, and a command for a shell quoted', () => {
    if (!put) throw new Error('no operation');
    const url = addressOf(put, { thingId: 'a/b', note: "it's" });
    expect(url).toBe('/api/thing/a%2Fb?note=it%27s');
    expect(addressOf(put, { thingId: 'x', note: '' })).toBe('/api/thing/x');
    expect(curlOf(put, 'http://x/y', 'application/json', `{"a":"it's"}`)).toBe(
      String.raw`curl -X PUT 'http://x/y' \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  --data '{"a":"it'\''s"}'`,
    );
  });
});
