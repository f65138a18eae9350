import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { useBoardQuery } from '@/api/board';
import { homeOf } from './order';
import { useMe } from '@/api/hooks';
import { withdraw } from '@/ui';
import { CardMenu } from './CardMenu';

const server = fakeServer();
const draft = uuid(1004);

/** The menu of the draft, and the zone in which the board shows it. */
function Draft() {
  const { data: board } = useBoardQuery();
  const [opened, setOpened] = useState(false);
  const card = board?.cards[draft];
  if (!useMe() || !board || !card) return null;
  const home = homeOf(board, draft) ?? '';
  return (
    <main id="content">
      <p data-testid="zone">{home}</p>
      <CardMenu card={card} place={home} opened={opened} onChange={setOpened} />
    </main>
  );
}

beforeEach(() => {
  storeSession('owner');
  server().own.profile = { ...server().own.profile, isPayg: true };
});
afterEach(() => withdraw('Confirm the estimate'));

async function move() {
  await userEvent.click(await screen.findByRole('button', { name: /^Menu of/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Queue' }));
}
const asked = async () => within(await screen.findByRole('dialog', { name: 'Confirm the estimate' }));
const zone = () => screen.getByTestId('zone').textContent;
const sent = () => server().requests.filter(({ path }) => path.endsWith('/move-progress'));

test('a card whose estimate is not confirmed goes back, and moves with the confirmation', async () => {
  show(<Draft />);
  await move();
  const first = await asked();
  expect(zone()).toBe('new-order/draft');
  await userEvent.click(first.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toHaveLength(1);
  expect(zone()).toBe('new-order/draft');
  expect(screen.queryByText('Failed!')).toBeNull();

  await move();
  const second = await asked();
  await second.findByRole('table', { name: 'Estimate' });
  await userEvent.click(second.getByRole('button', { name: 'Confirm and place the order' }));
  await waitFor(() => expect(zone()).toBe('new-order/queue'));
  expect(sent()).toHaveLength(3);
});

test('a card of somebody who may not confirm goes back, with the reason', async () => {
  server().own.profile = { ...server().own.profile, abilities: {} };
  show(<Draft />);
  await move();
  expect(await screen.findByText(/The account owner has to confirm its estimate first\./)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(zone()).toBe('new-order/draft');
});
