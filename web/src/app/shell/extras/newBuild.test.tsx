import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeServer, show, storeSession } from '../../../../tests/render';
import { hideToast } from '@/ui';
import { NewBuild } from './NewBuild';

const server = fakeServer();
const meta = document.createElement('meta');

beforeEach(() => {
  storeSession('owner');
  meta.name = 'build';
  meta.content = 'aaaaaaaaaaaaaaaa';
  document.head.append(meta);
});
afterEach(() => {
  meta.remove();
  hideToast('new-build');
});

const open = () => show(<NewBuild />);

test('a page of another build than the delivered one offers to refresh (BD-433, SH-160)', async () => {
  server().shell.build = 'bbbbbbbbbbbbbbbb';
  open();
  expect(await screen.findByText('We have deployed this site with a new version.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
});

test('a page of the delivered build says nothing', async () => {
  server().shell.build = 'aaaaaaaaaaaaaaaa';
  open();
  await waitFor(() => expect(server().requests.some(({ path }) => path.endsWith('/g/version'))).toBe(true));
  expect(screen.queryByText('We have deployed this site with a new version.')).not.toBeInTheDocument();
});

test("a refused version call shows the server's message (BD-434)", async () => {
  server().intercept = ({ path }) =>
    path.endsWith('/g/version') ? { json: { success: false, message: 'The version is unknown.' } } : undefined;
  open();
  expect(await screen.findByText('Failed')).toBeVisible();
  expect(screen.getByText('The version is unknown.')).toBeVisible();
});
