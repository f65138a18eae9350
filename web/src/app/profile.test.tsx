import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../tests/render';
import type { Role } from '@/api/generated';
import { genericError } from '@/api/request/envelope';
import { invalidate } from '@/api/live/tags';
import { SessionLoader } from './shell/SessionLoader';

const server = fakeServer();

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});

test.each([
  ['/c/profile', 'customer'],
  ['/c/r/profile', 'client'],
])('SH-037, SH-036: an answer of %s with success false stores its message and clears the user', async (path, view) => {
  storeSession('owner');
  window.localStorage.setItem('clientId', 'brightside');
  window.localStorage.setItem('view', view);
  server().intercept = (request) =>
    request.path.endsWith(path)
      ? { json: { success: false, message: 'Your account is closed.', data: null } }
      : undefined;
  const { store } = showApp('/');
  await waitFor(() => expect(store.getState().session.userId).toBeNull());
  expect(store.getState().session.error).toMatchObject({ message: 'Your account is closed.' });
});

test('SH-038: a network error while the profile loads shows the generic error and clears the user', async () => {
  storeSession('owner');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { url } = input instanceof Request ? input : new Request(input);
    return url.endsWith('/profile') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init);
  });
  const { store } = showApp('/');
  expect(await screen.findByText(genericError.title)).toBeVisible();
  expect(screen.getByText(genericError.message)).toBeVisible();
  expect(store.getState().session).toMatchObject({ userId: null, error: genericError });
  vi.unstubAllGlobals();
});

test('BY-036: a refresh of the profile that fails keeps the user, to whom queued changes belong', async () => {
  storeSession('owner');
  const { store } = showApp('/my-images');
  await screen.findByRole('heading', { name: 'My Images' });
  let failed = 0;
  server().intercept = ({ path }) => {
    if (!path.endsWith('/profile')) return undefined;
    failed += 1;
    return { status: 503, json: { success: false } };
  };
  store.dispatch(invalidate(['Profile']));
  await waitFor(() => expect(failed).toBeGreaterThan(0));
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ endpointName: 'profile', status: 'rejected' }),
    ),
  );
  expect(store.getState().session).toMatchObject({ userId: server().own.profile.id, error: null });
});

describe('while the profile loads', () => {
  test.each<[Role, string, string]>([
    ['admin', 'admin', 'Opening the design desk'],
    ['manager', 'admin', 'Opening the design desk'],
    ['owner', 'customer', 'Opening your orders'],
    ['staff', 'brightside', 'Opening your orders'],
  ])('SH-039: %s of the client %s sees the loader "%s"', (role, clientId, text) => {
    storeSession(role);
    window.localStorage.setItem('clientId', clientId);
    showApp('/order-list');
    expect(screen.getByRole('status')).toHaveTextContent(text);
  });

  test('SH-039: the two loaders are not the same', () => {
    const drawn = (kind: 'admin' | 'customer') => {
      const { container, unmount } = show(<SessionLoader kind={kind} />);
      const loader = container.querySelector('[data-loader] > :first-child')?.outerHTML;
      unmount();
      return loader;
    };
    expect(drawn('admin')).not.toBe(drawn('customer'));
  });
});
