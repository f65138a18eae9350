// @vitest-environment node
import { beforeEach, expect, test } from 'vitest';
import { uuid } from './fixed';
import { allOperations, completed, faults, sample } from './openapi';
import { FakeServer } from './server';

let fake: FakeServer;
beforeEach(() => {
  fake = new FakeServer();
});

const token = { 'X-CSRF-Token': 'csrf-token' };

function call(method: string, url: string, body?: object, headers: Record<string, string> = token) {
  const { pathname: path, searchParams: query } = new URL(url, 'http://app.test');
  const { json } = fake.handle({
    method,
    path,
    query,
    headers: new Headers(headers),
    body: JSON.stringify(body) ?? '',
  });
  return json as { data?: unknown };
}

const order = `/api/c/order/${uuid(1000)}`;

test('the least of every answer of the contract is as the contract says (D-307)', () => {
  const wrong = allOperations().flatMap(({ id, answer = {} }) =>
    faults(answer, completed(answer)).map((fault) => `${id}: ${fault}`),
  );
  expect(wrong).toEqual([]);
});

test('every call that the fake server answers by itself is in the contract (D-307)', () => {
  const known = allOperations().map(({ id }) => id);
  expect([...fake.handlers.keys()].filter((id) => !known.includes(id))).toEqual([]);
});

test.each([
  ['a path', 'GET', '/api/ordr', undefined, 'GET /api/ordr is no call of the contract'],
  ['a method', 'PATCH', order, {}, 'is no call of the contract'],
  ['an id', 'GET', '/api/order/1', undefined, "orderId: '1' is no uuid"],
  ['a name in the query', 'GET', '/api/order?pge=2', undefined, 'the contract has no pge in the query'],
  ['a number in the query', 'GET', '/api/order?page=two', undefined, 'page: is no integer'],
  ['a choice in the query', 'GET', '/api/order?view=wall', undefined, 'view: "wall" is none of'],
  ['an absent parameter', 'GET', '/api/order/covers', undefined, 'ids is missing in the query'],
  ['a field', 'PUT', `${order}/move-progress`, { moveto: 'approved', to: 'x' }, 'move: to is unknown'],
  ['an absent field', 'PUT', `${order}/move-progress`, {}, 'move: moveto is missing'],
  ['a choice', 'PUT', `${order}/move-progress`, { moveto: 'away' }, 'move.moveto: "away" is none of'],
  [
    'a size',
    'PUT',
    '/api/cart',
    { items: [{ id: uuid(1), qty: 0, type: 'once' }] },
    'cart.items[0].qty: 0 is not within',
  ],
  ['a kind of value', 'PUT', '/api/cart', { items: 'all' }, 'cart.items: is no array'],
  ['a length', 'PUT', order, { orderName: 'x'.repeat(201) }, 'orderDetails.orderName: 201 is not within'],
  ['an absent body', 'PUT', order, undefined, 'the body is missing'],
  ['a body', 'DELETE', '/api/message', {}, 'the contract has no body'],
])('a call is refused in a test for %s that the server would refuse (D-307)', (_, method, url, body, fault) => {
  call(method, url, body);
  expect(fake.wrong.join('\n')).toContain(fault);
});

test('a write without the CSRF token is refused, and wrong once it is sent again without (D-307)', () => {
  const write = () => call('DELETE', '/api/message', undefined, { Authorization: 'Bearer secret' });
  write();
  expect(fake.wrong).toEqual([]);
  write();
  expect(fake.wrong).toEqual(['DELETE /api/message has no X-CSRF-Token again']);
});

test('an answer of the fake server that is against the contract is found (D-307)', () => {
  fake.messages = [{ ...fake.messages[0], isRead: 'yes' } as never];
  call('GET', '/api/message/groups');
  expect(fake.wrong).toEqual(["the fake server's answer to messageGroups: data[0].isRead: is no boolean"]);
});

test('a call without a handler gets the least that the contract requires (D-307)', () => {
  expect(call('GET', `/api/order/${uuid(1000)}/watermark`)).toMatchObject({
    success: true,
    data: { client: { name: '', can: false }, position: 0 },
  });
  expect(fake.wrong).toEqual([]);
});

test('a sample has what is stated, the least of what else is required, and nothing unknown (D-307)', () => {
  expect(sample('Person', { name: 'Nina' })).toEqual({ id: uuid(0), name: 'Nina', avatar: '' });
  expect(() => sample('Person', { nam: 'Nina' })).toThrow('Person is against the contract: all: nam is unknown');
});
