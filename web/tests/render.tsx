import { cleanup, render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Role } from '@/api/generated';
import { createAppStore } from '@/app/store/store';
import { Pages } from '@/app/router';
import { UiProvider } from '@/ui/UiProvider';
import { makeProfile } from './fake/data';
import { FakeServer } from './fake/server';

let fake: FakeServer;

/**
 * Answers every API call of the test from memory. `server()` returns a fresh server for each test,
 * which fails if a call or an answer was not as the contract says.
 */
export function fakeServer(role: Role = 'owner'): () => FakeServer {
  const network = setupServer(
    http.get('*/api/realtime', () => HttpResponse.error()), // a socket, which is no call of the contract
    http.all('*/api/*', async ({ request }) => {
      const url = new URL(request.url);
      const { method, headers } = request;
      const body = await request.text();
      const answer = fake.handle({ method, path: url.pathname, query: url.searchParams, headers, body });
      return HttpResponse.json(answer.json as object, { status: answer.status ?? 200, headers: answer.headers });
    }),
  );
  beforeEach(() => {
    fake = new FakeServer(role);
    network.listen();
  });
  afterEach(() => {
    network.close();
    cleanup(); // also if the next line fails
    expect(fake.wrong).toEqual([]);
  });
  return () => fake;
}

/** A socket that never sends anything. */
export class SilentSocket extends EventTarget {
  close() {}
  send() {}
}

export function storeSession(role: Role): void {
  const { id, clientId } = makeProfile(role);
  const session = { token: 'secret', userId: id, clientId, role, expirationDate: '2036-01-01T00:00:00Z' };
  for (const [name, value] of Object.entries(session)) window.localStorage.setItem(name, value);
}

/** Renders a part of the app inside everything that it needs. */
export function show(ui: ReactNode, path = '/') {
  const store = createAppStore();
  const router = createMemoryRouter([{ path: '*', element: ui }], { initialEntries: [path] });
  const view = render(
    <Provider store={store}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </Provider>,
  );
  return { ...view, store, router };
}

/** Renders the whole app at an address. */
export const showApp = (path: string) => show(<Pages />, path);
