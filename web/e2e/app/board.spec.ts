import { refused } from '../../tests/fake/server';
import { canDrag, card, column, drag, first, inStatus, moves } from './boardPage';
import { expect, test } from './fixtures';

// The viewport fits all columns, because a drag near an edge would scroll the window.
test.use({ viewport: { width: 2200, height: 1000 } });

test('an owner drags cards: over columns, to one that accepts it, to one that does not, refused by the server, and with reduced motion', async ({
  page,
  server,
}) => {
  const [one, two, three] = inStatus(server, 'in-progress');
  if (!one || !two || !three) throw new Error('too few orders in progress');
  const at = (name: string, id: string) => column(page, name).locator(`[data-card="${id}"]`);
  await page.goto('/');
  await expect(at('in-progress', one.id)).toBeVisible();

  await test.step('Escape puts a lifted card back', async () => {
    await drag(page, card(page, one.id), column(page, 'on-hold'), false);
    await expect(column(page, 'in-review')).toHaveAttribute('data-drop', 'yes'); // BY-035
    await expect(column(page, 'on-hold')).toHaveAttribute('data-drop', 'no');
    if (process.env['SHOTS']) await page.screenshot({ path: 'shots/board-dragging.png' });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('[data-lifted]')).toHaveCount(0);
    expect(moves(server)).toEqual([]);
  });

  await test.step('a card dropped on a column that does not accept it slides back and shows the reason beside it', async () => {
    await drag(page, card(page, one.id), column(page, 'on-hold'));
    await expect(card(page, one.id)).toContainText(
      "You cannot move an order from In Progress to On Hold by dragging. Use 'Hold Order' instead.",
    ); // BY-035, BD-060
    await expect(card(page, one.id).getByRole('button', { name: 'Hold Order' })).toBeVisible();
    await expect(at('in-progress', one.id)).toBeVisible();
    expect(moves(server)).toEqual([]);
  });

  await test.step('a move that the server refuses is rolled back', async () => {
    server.intercept = ({ path }) =>
      path.endsWith('move-progress')
        ? refused(409, 'order.frozen', 'A manager has just frozen this order.')
        : undefined;
    await drag(page, card(page, two.id), column(page, 'in-review'));
    await expect(page.getByRole('alert').filter({ hasText: 'Failed!' })).toContainText(
      'A manager has just frozen this order.',
    ); // BD-442, BY-034
    await expect(at('in-progress', two.id)).toBeVisible();
    server.intercept = () => undefined;
    server.requests.length = 0;
  });

  await test.step('the move names the neighbouring cards, and does not open the order', async () => {
    await drag(page, card(page, two.id), column(page, 'in-review'));
    await expect(at('in-review', two.id)).toBeVisible();
    await expect.poll(() => moves(server)).toHaveLength(1);
    const [move] = moves(server);
    expect(move).toMatchObject({ moveto: 'in-review', via: 'board' }); // BD-055
    expect(move?.beforeId ?? move?.afterId).toBeTruthy(); // D-07
    await expect(page).toHaveURL('/');
  });

  await test.step('with reduced motion a drop still lands, and the card can be lifted again', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const answered = page.waitForResponse('**/move-progress');
    await drag(page, card(page, three.id), column(page, 'in-review'));
    await expect(at('in-review', three.id)).toBeVisible();
    await expect(page.locator('[data-lifted]')).toHaveCount(0);
    await answered; // only then its next moves are known
    await drag(page, at('in-review', three.id), column(page, 'approved'));
    await expect.poll(() => moves(server).map(({ moveto }) => moveto)).toEqual(['in-review', 'in-review', 'approved']);
    await expect(page.locator('[data-lifted]')).toHaveCount(0);
  });
});

test('a frozen card looks frozen and cannot be lifted, by mouse or by keyboard; a card with every badge keeps its dates and people inside its frame', async ({
  page,
  server,
}) => {
  const [order, full] = [first(server, 'in-progress'), first(server, 'in-review')];
  order.frozen = true;
  Object.assign(full, { priority: 'urgent', frozen: true, staleApprovals: 2 });
  await page.goto('/');
  await expect(card(page, full.id)).toContainText('Stale approval');
  await canDrag(page); // the cards are made anew when the code of drag and drop has come
  const measured = await card(page, full.id).evaluate((element) => {
    const { right, width } = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('time, span')];
    const beyond = parts.filter((part) => part.getBoundingClientRect().right > right);
    return { shown: width > 0, beyond: beyond.map(({ textContent }) => textContent) };
  });
  expect(measured).toEqual({ shown: true, beyond: [] });

  const frozen = card(page, order.id);
  await expect(frozen).toContainText('Frozen');
  await expect(frozen).toHaveCSS('border-style', 'dashed');
  await expect(frozen).toHaveCSS('cursor', 'pointer');
  await drag(page, frozen, column(page, 'in-review'), false);
  await expect(page.locator('[data-lifted]')).toHaveCount(0);
  await expect(column(page, 'in-review')).not.toHaveAttribute('data-drop');
  await page.mouse.up();
  await frozen.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert').filter({ hasText: 'This order is frozen' })).toHaveText(
    'This order is frozen. Nobody can move it until a manager unfreezes it.',
  );
  await expect(page.locator('[data-lifted]')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  expect(moves(server)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/orders/detail/${order.id}$`));
});

test('a click on a card opens its order, which shows the data of the card while it loads; every write carries a bearer token, a CSRF token and an idempotency key, and the next read carries the position of the write (BD-135, BD-138, SH-002, SH-008, D-30, D-31)', async ({
  page,
  server,
  live,
}) => {
  const [moved, order] = inStatus(server, 'in-progress');
  if (!moved || !order) throw new Error('too few orders in progress');
  await page.goto('/');
  await card(page, moved.id).press('m');
  await page.getByRole('menuitem', { name: 'In Review' }).click();
  await expect.poll(() => moves(server)).toHaveLength(1);
  const write = server.requests.find(({ path }) => path.endsWith('move-progress'));
  expect(write?.headers.get('authorization')).toBe('Bearer secret');
  expect(write?.headers.get('x-csrf-token')).toBe('csrf-token');
  expect(write?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(write?.path).toMatch(/^\/api\/c\//);
  expect(server.requests.some(({ path }) => path === '/api/g/csrf/card')).toBe(true);

  const isOrder = (path: string) => path.endsWith(`/order/${order.id}`);
  const answer = live.hold(({ path }) => isOrder(path));
  // The empty area beside the creator's name.
  await card(page, order.id).click({ position: { x: 150, y: 160 } });
  await expect(page).toHaveURL(`/orders/detail/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(order.orderName));
  const frame = page.getByRole('status', { name: 'Loading the order' });
  await expect(frame.getByText(order.serviceName)).toBeVisible();
  await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
  answer();
  await expect(frame).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  const read = server.requests.findLast(({ path }) => isOrder(path));
  expect(Number(read?.headers.get('x-min-position'))).toBe(server.position);
});

test.describe('as a manager', () => {
  test.use({ role: 'manager' });

  test('a refused drop has the way that works as its focused button, with the mouse and the keyboard, and Undo (D-93)', async ({
    page,
    server,
  }) => {
    await page.goto('/');
    const ready = first(server, 'ready-to-go');
    const at = card(page, ready.id);
    const button = at.getByRole('button', { name: 'Change status to In Progress' });
    await drag(page, at, column(page, 'in-progress'));
    await expect(button).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toHaveCount(0);
    await expect(at).toBeFocused();

    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => ready.status).toBe('in-progress');
    expect(moves(server)).toMatchObject([{ moveto: 'in-progress', via: 'status' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => ready.status).toBe('ready-to-go');
    await expect(page).toHaveURL('/');
  });
});
