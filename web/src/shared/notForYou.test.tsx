import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifications } from '@mantine/notifications';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../tests/render';

fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

test.each(['/business-hours', '/clients', '/announcements', '/catalogue'])(
  '%s says that it is not open to an owner, and leads to the board',
  async (path) => {
    const { router } = showApp(path);
    expect(await screen.findByText('This page is not open to you.')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  },
);
