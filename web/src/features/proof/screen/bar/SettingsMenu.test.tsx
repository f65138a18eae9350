import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { attachment, uuid } from '../../testing/fixtures';
import { done, makeServer, refused, renderIn } from '../../testing/harness';
import { SettingsMenu } from './SettingsMenu';

const { server, answer, reset, writes } = makeServer();
beforeAll(() => server.listen());
afterEach(reset);
afterAll(() => server.close());

const able = { ...attachment().can, settings: true };
const show = (more: Parameters<typeof attachment>[0] = {}) =>
  renderIn(<SettingsMenu orderId={uuid(1)} attachment={attachment({ can: able, ...more })} />);
const open = () => userEvent.click(screen.getByRole('button', { name: 'Settings of the comments' }));

test('each tab is switched separately, and the starting tab can be chosen (BD-149, BD-232)', async () => {
  answer('PUT /attachment', () => done());
  answer('PUT /order', () => done());
  show({ isDisabledPublicTabAnnotation: true });
  await open();
  expect(await screen.findByRole('menuitemcheckbox', { name: 'on the Internal tab' })).toBeChecked();
  const onPublic = screen.getByRole('menuitemcheckbox', { name: 'on the Public tab' });
  expect(onPublic).not.toBeChecked();
  await userEvent.click(onPublic);
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Internal' }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes().map(({ body }) => body)).toEqual([
    { isDisabledPublicTabAnnotation: false },
    { startingTab: 'internal' },
  ]);
});

test('a refusal is shown; a user who may not change the settings does not see them', async () => {
  answer('PUT /', () => refused('This order is frozen.'));
  const { unmount } = show();
  await open();
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'on the Internal tab' }));
  expect(await screen.findByText('This order is frozen.')).toBeVisible();
  unmount();
  show({ can: attachment().can });
  expect(screen.queryByRole('button', { name: 'Settings of the comments' })).toBeNull();
});
