import { refused } from '../../tests/fake/server';
import { canDrag, card, column, drag, first, moves } from './boardPage';
import { expect, test } from './fixtures';

// The viewport fits all columns, because a drag near an edge would scroll the window.
test.use({ viewport: { width: 2200, height: 1000 } });

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(column(page, 'in-review').locator('[data-card]').first()).toBeVisible();
});

test('the board has its six columns, with zones in New Order and the completed orders as a collapsed group (BD-045, D-02)', async ({
  page,
}) => {
  await expect(page.locator('[data-column] h2')).toHaveText([
    'New Order',
    'In Progress',
    'In Review',
    'On Hold',
    'Approved',
    'Cancelled',
  ]);
  await expect(column(page, 'new-order').locator('h3')).toHaveText([/^Active/, /^Queue/, /^Draft/]);
  const completed = column(page, 'approved').getByRole('button', { name: /^Completed/ });
  await expect(completed).toHaveAttribute('aria-expanded', 'false');
  const before = await column(page, 'approved').locator('[data-card]').count();
  await completed.click();
  await expect(column(page, 'approved').locator('[data-card]')).not.toHaveCount(before);
});

test('lifting a card highlights the columns that accept it, and the others say who could move it there (BY-035)', async ({
  page,
  server,
}) => {
  const lifted = first(server, 'in-progress');
  await drag(page, card(page, lifted.id), column(page, 'on-hold'), false);
  await expect(column(page, 'in-review')).toHaveAttribute('data-drop', 'yes');
  await expect(column(page, 'on-hold')).toHaveAttribute('data-drop', 'no');
  await expect(column(page, 'new-order').getByRole('note')).toHaveText(
    'Only operators and managers can move an order from In Progress to Ready To Go.',
  );
  if (process.env['SHOTS']) await page.screenshot({ path: 'shots/board-dragging.png' });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(moves(server)).toEqual([]);
});

test('a frozen card looks frozen and cannot be lifted, by mouse or by keyboard', async ({ page, server }) => {
  const order = first(server, 'in-progress');
  order.frozen = true;
  await page.reload();
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

test('a card with every badge keeps its dates and people inside its frame', async ({ page, server }) => {
  const order = first(server, 'in-review');
  Object.assign(order, { priority: 'urgent', frozen: true, staleApprovals: 2 });
  await page.reload();
  const full = card(page, order.id);
  await expect(full).toContainText('Stale approval');
  await canDrag(page); // the cards are made anew when the code of drag and drop has come
  const measured = await full.evaluate((element) => {
    const { right, width } = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('time, span')];
    const beyond = parts.filter((part) => part.getBoundingClientRect().right > right);
    return { shown: width > 0, beyond: beyond.map(({ textContent }) => textContent) };
  });
  expect(measured).toEqual({ shown: true, beyond: [] });
});

test('an owner drops a card from in progress into in review, and the move names the neighbouring cards (BD-055, D-07)', async ({
  page,
  server,
}) => {
  const moved = first(server, 'in-progress');
  await drag(page, card(page, moved.id), column(page, 'in-review'));
  await expect(column(page, 'in-review').locator(`[data-card="${moved.id}"]`)).toBeVisible();
  await expect.poll(() => moves(server)).toHaveLength(1);
  const [move] = moves(server);
  expect(move).toMatchObject({ moveto: 'in-review', via: 'board' });
  expect(move?.beforeId ?? move?.afterId).toBeTruthy();
});

test('with reduced motion a drop still lands, and the card can be lifted again', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moved = first(server, 'in-progress');
  const at = (name: string) => column(page, name).locator(`[data-card="${moved.id}"]`);
  const answered = page.waitForResponse('**/move-progress');
  await drag(page, card(page, moved.id), column(page, 'in-review'));
  await expect(at('in-review')).toBeVisible();
  await expect(page.locator('[data-lifted]')).toHaveCount(0);
  await answered; // only then its next moves are known
  await drag(page, at('in-review'), column(page, 'approved'));
  await expect.poll(() => moves(server).map(({ moveto }) => moveto)).toEqual(['in-review', 'approved']);
  await expect(page.locator('[data-lifted]')).toHaveCount(0);
});

test('every write carries a bearer token, a CSRF token and an idempotency key, and the next read carries the position of the write (BD-135, BD-138, SH-002, SH-008, D-30, D-31)', async ({
  page,
  server,
}) => {
  await drag(page, card(page, first(server, 'in-progress').id), column(page, 'in-review'));
  await expect.poll(() => moves(server)).toHaveLength(1);
  const write = server.requests.find(({ path }) => path.endsWith('move-progress'));
  expect(write?.headers.get('authorization')).toBe('Bearer secret');
  expect(write?.headers.get('x-csrf-token')).toBe('csrf-token');
  expect(write?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(write?.path).toMatch(/^\/api\/c\//);
  expect(server.requests.some(({ path }) => path === '/api/g/csrf/card')).toBe(true);
  await page.getByRole('link', { name: 'List View' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  const read = () => server.requests.findLast(({ query }) => query.get('view') === 'list');
  await expect.poll(() => Number(read()?.headers.get('x-min-position'))).toBe(server.position);
});

test('a move that the server refuses is rolled back, and a warning titled Failed! shows the reason (BD-442, BY-034)', async ({
  page,
  server,
}) => {
  const moved = first(server, 'in-progress');
  server.intercept = ({ path }) =>
    path.endsWith('move-progress') ? refused(409, 'order.frozen', 'A manager has just frozen this order.') : undefined;
  await drag(page, card(page, moved.id), column(page, 'in-review'));
  await expect(page.getByRole('alert').filter({ hasText: 'Failed!' })).toContainText(
    'A manager has just frozen this order.',
  );
  await expect(column(page, 'in-progress').locator(`[data-card="${moved.id}"]`)).toBeVisible();
});

test.describe('as an operator', () => {
  test.use({ role: 'operator' });

  test('putting a card on hold asks for a reason and sends it; cancelling the question sends nothing (BD-063, BD-140, BD-454..BD-458)', async ({
    page,
    server,
  }) => {
    const held = first(server, 'on-hold');
    await card(page, held.id).focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Resume Order' }).click();
    await expect(column(page, 'in-progress').locator(`[data-card="${held.id}"]`)).toBeVisible();

    await card(page, held.id).focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Hold Order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold Order' });
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await dialog.getByRole('textbox').fill('Logo is missing');
    await expect(dialog).toContainText('Characters left: 240');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const actions = () => server.requests.filter(({ path }) => path.endsWith('/action'));
    expect(actions()).toHaveLength(1);

    await card(page, held.id).focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Hold Order' }).click();
    await dialog.getByRole('textbox').fill('Logo is missing');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect
      .poll(() => actions().at(-1)?.body)
      .toBe(JSON.stringify({ action: 'on-hold', reason: 'Logo is missing' }));
    await expect(column(page, 'on-hold').locator(`[data-card="${held.id}"]`)).toContainText('Logo is missing');
  });
});

test.describe('as a manager', () => {
  test.use({ role: 'manager' });

  test('a move that can be taken back offers Undo', async ({ page, server }) => {
    const moved = first(server, 'in-review');
    await drag(page, card(page, moved.id), column(page, 'in-progress'));
    await expect.poll(() => moved.status).toBe('in-progress');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => moved.status).toBe('in-review');
    await expect(column(page, 'in-review').locator(`[data-card="${moved.id}"]`)).toBeVisible();
  });
});

test('a card can be moved with the keyboard, with announcements (BY-032)', async ({ page, server }) => {
  const moved = first(server, 'in-progress');
  const announced = page.locator('[aria-live="assertive"]');
  await card(page, moved.id).focus();
  await page.keyboard.press('Space');
  await expect(announced).toContainText('lifted in In Progress');
  await page.keyboard.press('Space');
  await expect(announced).toContainText('put back in In Progress.');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(announced).toContainText('In Review, position');
  await page.keyboard.press('Space');
  await expect.poll(() => moved.status).toBe('in-review');
});

test('cards cannot be arranged by hand under another sort, and the column says why (BD-050, D-10)', async ({
  page,
  server,
}) => {
  const hint = "Cards are sorted. Choose the sort 'Manual order' to arrange them by hand.";
  await page.getByLabel('Sort cards by').selectOption('Due date');
  await card(page, first(server, 'in-review').id).focus();
  await page.keyboard.press('Space');
  await expect(column(page, 'in-review').getByRole('note')).toHaveText(hint);
  await expect(column(page, 'approved')).toHaveAttribute('data-drop', 'yes');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.locator('[aria-live="assertive"]')).toContainText(`Not moved. ${hint}`);
  expect(moves(server)).toEqual([]);
});

test('a move made by another person shows without a reload (D-35, BY-034)', async ({ page, server, live }) => {
  const moved = first(server, 'in-progress');
  Object.assign(moved, { status: 'in-review', position: 900, version: 9 });
  live.send({
    event: 'reload-order',
    data: { orderId: moved.id, type: 'order.moved', card: server.card(moved) },
    position: 900,
  });
  await expect(column(page, 'in-review').locator(`[data-card="${moved.id}"]`)).toBeVisible();
  await expect(column(page, 'in-progress').locator(`[data-card="${moved.id}"]`)).toHaveCount(0);
});

test('an order deleted in another browser disappears from the board (D-35)', async ({ page, server, live }) => {
  const gone = first(server, 'in-progress');
  server.orders = server.orders.filter((order) => order !== gone);
  live.send({ event: 'order-deleted', data: { orderId: gone.id }, position: 901 });
  await expect(card(page, gone.id)).toHaveCount(0);
});

test('shortened names show in full on hover and to screen readers (BD-084..BD-087)', async ({ page, server }) => {
  const long = server.orders.find(({ orderName, status }) => orderName.length > 32 && status === 'ready-to-go');
  if (!long) throw new Error('no long name');
  const shown = card(page, long.id);
  await expect(shown.getByText('Organic oat bar wrapper with mul…')).toBeVisible();
  await expect(shown.getByTitle(long.orderName)).toBeVisible();
  await expect(shown.locator('.sr-only', { hasText: long.orderName })).toHaveCount(1);
});
