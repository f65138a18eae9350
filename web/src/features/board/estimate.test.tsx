import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { useBoardQuery } from '@/api/board/board';
import { homeOf } from './columns/order';
import { useMe } from '@/api/hooks';
import { withdraw } from '@/ui';
import { CardMenu } from './card/CardMenu';
import { SelectionBar } from './selection/SelectionBar';

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
  const dialog = within(await screen.findByRole('dialog', { name: 'The estimate is not confirmed' }));
  expect(dialog.getByText(/The account owner has to confirm its estimate first\./)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(zone()).toBe('new-order/draft');
});

describe('several drafts, of which each needs its own estimate', () => {
  const drafts = [1004, 1005, 1006].map(uuid);
  const role = 'owner';

  function Drafts() {
    const { data: board } = useBoardQuery();
    if (!useMe() || !board?.cards[draft]) return null;
    return (
      <main id="content">
        {drafts.map((id) => (
          <p key={id} data-testid={id}>
            {homeOf(board, id)}
          </p>
        ))}
        <SelectionBar ids={drafts} board={board} manual={false} role={role} running={null} />
      </main>
    );
  }
  const queued = () => drafts.map((id) => screen.getByTestId(id).textContent === 'new-order/queue');

  beforeEach(() => {
    for (const order of server().orders) if (drafts.includes(order.id)) order.status = 'draft';
  });
  afterEach(() => withdraw('Move: 2 orders were refused'));

  async function moveAll() {
    show(<Drafts />);
    await userEvent.click(await screen.findByRole('button', { name: 'Move to…' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Queue/ }));
  }

  test('are asked about one after the other, by name, and move with each confirmation', async () => {
    await moveAll();
    for (const place of ['(1 of 3)', '(2 of 3)', '(3 of 3)']) {
      const name = await screen.findByText(new RegExp(RegExp.escape(place)));
      const dialog = within(name.closest('[role="dialog"]') as HTMLElement);
      await dialog.findByRole('table', { name: 'Estimate' });
      await userEvent.click(dialog.getByRole('button', { name: 'Confirm and place the order' }));
    }
    await waitFor(() => expect(queued()).toEqual([true, true, true]));
    expect(screen.queryByText(/refused/)).toBeNull();
  });

  test('stay drafts from the first Not now on, and say why', async () => {
    await moveAll();
    const first = await asked();
    await first.findByRole('table', { name: 'Estimate' });
    await userEvent.click(first.getByRole('button', { name: 'Confirm and place the order' }));
    await screen.findByText(/\(2 of 3\)/);
    await userEvent.click((await asked()).getByRole('button', { name: 'Not now' }));
    const list = within(await screen.findByRole('dialog', { name: 'Move: 2 orders were refused' }));
    expect(list.getAllByText(/The account owner has to confirm its estimate first\./)).toHaveLength(2);
    expect(queued()).toEqual([true, false, false]);
  });
});
