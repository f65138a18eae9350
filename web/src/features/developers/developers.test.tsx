import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { contract } from '../../../tests/fake/contract';
import { fakeServer, showApp } from '../../../tests/render';

fakeServer();
const calls: { url: string; init: RequestInit | undefined }[] = [];
let loads = true;

beforeEach(() => {
  calls.length = 0;
  loads = true;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: RequestInfo | URL, init?: RequestInit) => {
    if (typeof url !== 'string') return real(url, init);
    if (url === '/api/openapi.json') return loads ? Response.json(contract) : new Response('', { status: 503 });
    calls.push({ url, init });
    return Response.json({ success: true }, { status: 200, statusText: 'OK' });
  });
  return () => vi.unstubAllGlobals();
});

test('everybody reads the API and calls it with a token (BY-039, BY-052)', async () => {
  showApp('/developers');
  expect(await screen.findByRole('heading', { name: 'API' })).toBeVisible();
  const things = within(await screen.findByRole('region', { name: 'thing' }));
  expect(things.queryByText('A thing')).toBeNull(); // no token opens it
  await userEvent.type(screen.getByLabelText('Access token'), ' pb_secret ');
  await userEvent.click(things.getByText('Change a thing'));
  const form = within(await things.findByRole('form', { name: 'Try PUT /thing/{thingId}' }));
  await userEvent.type(form.getByLabelText(/thingId/), 'one');
  await userEvent.click(form.getByRole('button', { name: 'Send' }));
  expect(await form.findByText('200 OK')).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(calls[0]?.url).toBe('/api/thing/one');
  const headers = new Headers(calls[0]?.init?.headers);
  expect(headers.get('Authorization')).toBe('Bearer pb_secret');
  expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  const body = calls[0]?.init?.body;
  expect(JSON.parse(typeof body === 'string' ? body : '')).toMatchObject({ kind: 'round' });

  await userEvent.click(screen.getByRole('checkbox', { name: 'Only what access tokens open' }));
  expect(things.getByText('A thing')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Search'), 'build');
  expect(screen.queryByRole('region', { name: 'thing' })).toBeNull();
  expect(screen.getByRole('region', { name: 'session' })).toHaveTextContent('open to everybody');
  await userEvent.type(screen.getByLabelText('Search'), ' nothing');
  expect(screen.getByText('No call has these words')).toBeVisible();
});

test('a contract that does not load is asked for again', async () => {
  loads = false;
  showApp('/developers');
  expect(await screen.findByText('The description of the API cannot be loaded.')).toBeVisible();
  loads = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'thing' })).toBeVisible();
});
