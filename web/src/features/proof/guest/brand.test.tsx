import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GuestData } from '@/api';
import { guestData } from '../testing/guest';
import { found, makeServer, renderIn } from '../testing/harness';
import GuestPage from './GuestPage';

const { server, answer, reset } = makeServer();
const path = '/annotation/guestreviewer';
let passwordNeeded = false;

function shows(data: GuestData) {
  answer('GET /g/guest/data', () => found(data));
  answer('GET /g/csrf', () => found({ token: 'csrf', expiresAt: '2099-01-01T00:00:00Z' }));
  answer('GET /version/', () => found({ public: [], internal: [] }));
}

beforeAll(() => server.listen());
beforeEach(() => {
  reset();
  passwordNeeded = false;
  server.use(
    http.post('*/api/g/reviewAuth', () =>
      passwordNeeded
        ? HttpResponse.json({ success: false, error: { reason: 'guest.password_required' } }, { status: 401 })
        : HttpResponse.json({ success: true, data: { accessToken: 'access', expiresAt: '' } }),
    ),
  );
});
afterEach(() => {
  window.sessionStorage.clear();
  server.resetHandlers();
});
afterAll(() => server.close());

const open = () => renderIn(<GuestPage />, { path, at: `${path}?token=secret` });
const colour = () => document.documentElement.style.getPropertyValue('--brand');

test("D-49: is that of the order's client", async () => {
  shows(guestData({ theme: { brand: '#0f766e', name: 'Brightside', logo: '/logo.png' } }));
  open();
  await screen.findByRole('heading', { level: 1, name: /label\.png/ });
  expect(screen.getByRole('img', { name: 'Brightside' })).toHaveAttribute('src', '/logo.png');
  expect(colour()).toBe('#0f766e');
  expect(document.title).toBe('Guest Reviewer · Brightside');
});

test('is that of the host name before the link is accepted', async () => {
  answer('GET /brand', () => found({ kind: 'reseller', theme: { brand: '#b45309' }, signUp: false }));
  passwordNeeded = true;
  open();
  await waitFor(() => expect(colour()).toBe('#b45309'));
});
