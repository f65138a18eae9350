import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, show, SilentSocket, storeSession } from '../../../../../tests/render';
import { uuid } from '../../../../../tests/fake/data';
import { ok, refused } from '../../../../../tests/fake/server';
import type { VersionPicture as Picture } from '@/api/generated';
import { MakeAgain } from '@/shared/files/MakeAgain';
import { VersionPicture } from '@/shared/files/VersionPicture';
import { version } from '../../testing/fixtures';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = (picture?: Picture) => {
  const of = version({ fileName: 'label.pdf', ...(picture && { picture }) });
  return show(
    <>
      <VersionPicture name={of.fileName} version={of} reload={() => Promise.resolve(undefined)} icon={24} />
      <MakeAgain orderId={uuid(1)} attachmentId={uuid(10)} version={of} />
    </>,
  );
};

const busy = 'The server was too busy to draw the file. It tries again by itself.';

test('a picture that is being made keeps its place and says so (D-91)', () => {
  shown({ state: 'making', again: false });
  expect(screen.getByText('A picture is being made')).toBeVisible();
  expect(screen.queryByText('No picture')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a file that cannot have a picture says why (D-91)', () => {
  shown({ state: 'none', why: 'The PDF needs a password to be opened.', again: false });
  expect(screen.getByText('No picture')).toBeVisible();
  expect(screen.getByText(/The PDF needs a password/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('of the past nothing is said about pictures', () => {
  shown();
  expect(screen.getByText('PDF')).toBeVisible();
  expect(screen.queryByText('No picture')).toBeNull();
});

test('a picture that met a busy moment is made again on request (D-91)', async () => {
  shown({ state: 'waiting', why: busy, again: true });
  server().intercept = ({ path }) => (path.endsWith('/picture') ? ok({ state: 'making', again: false }) : undefined);
  await userEvent.click(screen.getByRole('button', { name: /Make again/ }));
  const sent = () => server().requests.filter(({ path }) => path.endsWith('/picture'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.path).toMatch(new RegExp(`/order/${uuid(1)}/attachment/${uuid(10)}/version/[^/]+/picture$`));
  expect(sent()[0]?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('a refusal to make it again is shown', async () => {
  shown({ state: 'waiting', why: busy, again: true });
  server().intercept = ({ path }) =>
    path.endsWith('/picture') ? refused(429, 'picture.too_often', 'You have had many made.') : undefined;
  await userEvent.click(screen.getByRole('button', { name: /Make again/ }));
  expect(await screen.findByText('You have had many made.')).toBeVisible();
});
