import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../tests/render';
import type { Role } from '@/api/generated';
import { genericError } from '@/api/envelope';
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
