import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { baseApi } from '@/api/request/base';
import { withQuery } from '@/api/request/query';
import { connectionReducer } from '@/api/request/connection';
import { outboxReducer } from '@/api/outbox/outboxState';
import { positionReducer } from '@/api/request/position';
import { noSession, sessionReducer } from '@/api/session/session';
import { UiProvider } from '@/ui/UiProvider';
import { profile } from './fixtures';

// jsdom cannot load fonts, and Mantine's growing text box listens for that.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

export interface Sent {
  method: string;
  path: string;
  query?: string;
  body: unknown;
}
type Answer = { status?: number; json: object };
type Route = (path: string, body: unknown) => Answer | undefined;

export const done = (data: object = {}, message = 'Done.'): Answer => ({
  json: { success: true, message, data: { orderId: '', attachmentId: '', id: '', version: 2, position: 2, ...data } },
});
export const refused = (message: string, status = 409): Answer => ({
  status,
  json: { success: false, message, messages: [], error: { reason: 'test.refused' } },
});
export const found = (data: object): Answer => ({ json: { success: true, message: '', data } });

/**
 * A server in memory. A test sets its answers and reads the requests. Paths come without `/api`,
 * `/c` and `/d`.
 */
export function makeServer() {
  const sent: Sent[] = [];
  const routes = new Map<string, Route>();
  const answer = (route: string, reply: Route) => routes.set(route, reply);
  const reset = () => {
    sent.length = 0;
    routes.clear();
    answer('GET /profile', () => found(profile('creative_manager')));
    answer('GET /g/csrf', () => found({ token: 't', expiresAt: '2099-01-01T00:00:00Z' }));
    answer('GET /mentions', () => found([]));
    // An order without an approval workflow.
    answer('GET /route', () => found({ name: '', edition: 0, steps: [], files: [], inReview: false, replaces: false }));
  };
  reset();
  const server = setupServer(
    http.all('*/api/*', async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace(/^\/api(\/[cd](?=\/))?/, '');
      const text = await request.text();
      const body: unknown = text ? JSON.parse(text) : undefined;
      sent.push({ method: request.method, path, query: search || undefined, body });
      const named = [...routes].find(([route]) => {
        const [method = '', part = ''] = route.split(' ');
        return method === request.method && path.includes(part);
      });
      const reply = named?.[1](path, body) ?? refused('No such path', 404);
      return HttpResponse.json(reply.json, { status: reply.status ?? 200 });
    }),
  );
  const writes = () => sent.filter((s) => s.method !== 'GET');
  return { server, answer, reset, writes, sent };
}

export function makeStore(role = 'creative_manager') {
  const reducer = combineReducers({
    [baseApi.reducerPath]: baseApi.reducer,
    session: sessionReducer,
    position: positionReducer,
    connection: connectionReducer,
    outbox: outboxReducer,
  });
  const session = {
    ...noSession,
    token: 't',
    userId: 'u',
    clientId: 'admin',
    role,
    expirationDate: '2099-01-01T00:00:00Z',
  };
  return configureStore({
    reducer,
    preloadedState: { session },
    middleware: (defaults) => defaults(withQuery).concat(baseApi.middleware),
  });
}

interface Options {
  role?: string;
  /** The route pattern of the element, and the address that is open. */
  path?: string;
  at?: string;
}

/**
 * Renders an element inside everything that surrounds a page. Other addresses show their own path.
 */
export function renderIn(element: ReactElement, { role, path = '/here', at = path }: Options = {}) {
  const elsewhere = { path: '*', Component: () => <p>elsewhere</p> };
  const router = createMemoryRouter([{ path, element }, elsewhere], { initialEntries: [at] });
  const store = makeStore(role);
  const view = render(
    <Provider store={store}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </Provider>,
  );
  return { ...view, router, store };
}
