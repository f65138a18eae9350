import type { Page } from '@playwright/test';
import type {
  Autopsy,
  ErrorReport,
  ErrorReportsAnswer,
  OperationsAnswer,
  Parked,
  PaymentNotice,
  PaymentNoticesAnswer,
  RefusedStep,
  RefusedStepsAnswer,
  ProjectionStatus,
} from '../../src/api/generated/desk';
import { makeProfile, uuid } from '../../tests/fake/data';
import { lookAt, wideAndTablet } from '../looks';
import { expect, test } from './fixtures';

test.use({ role: 'admin' });

const at = '2026-11-21T08:00:00Z';
const parked: Parked = {
  stream: uuid(77),
  position: 812,
  version: 3,
  type: 'order.moved',
  error: 'value out of range',
  since: at,
};
const board: ProjectionStatus = {
  name: 'board',
  position: 1000,
  lag: 0,
  lagSeconds: 0,
  updated: at,
  running: true,
  state: 'running',
  parts: 1,
  holder: 'host/1',
  parked: [parked],
};
const autopsy: Autopsy = {
  projection: 'board',
  parked,
  prefix: [
    { position: 800, version: 1, type: 'order.drafted', at, data: { number: 7 }, skipped: false },
    { position: 812, version: 3, type: 'order.moved', at, data: { to: 'in-review' }, skipped: false },
  ],
  length: 2,
  alone: true,
  before: [{ table: 'board_cards', row: { id: uuid(77), status: 'draft' } }],
  decoding: { stored: 1, current: 1, raw: { to: 'in-review' }, upcast: { to: 'in-review' } },
  retry: { works: false, applied: 0, failsAt: 812, error: 'value out of range', changes: [] },
  skip: {
    works: true,
    applied: 4,
    changes: [{ table: 'board_cards', key: { id: 1 }, live: { status: 'draft' }, rebuilt: { status: 'approved' } }],
  },
};

const crash: ErrorReport = {
  id: 'a1',
  message: "TypeError: Cannot read properties of undefined (reading 'name')",
  page: '/orders/detail/{id}',
  stack: 'Card /assets/index-a1.js:12:3456\nBoard /assets/index-a1.js:7:8',
  build: '0123456789abcdef',
  browser: 'Firefox on Linux',
  count: 3,
  firstAt: at,
  lastAt: at,
};

const told = {
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  object: 'pi_1',
  receivedAt: at,
  nextAt: at,
  tries: 3,
  failure: 'stripe: 503 api_error',
} as PaymentNotice;

const refused: RefusedStep = {
  id: 'step-1',
  step: 'Make an invoice',
  customerId: 'c-1',
  customer: 'Acme',
  position: 1234,
  message: 'The price has changed.',
  count: 2,
  firstAt: at,
  lastAt: at,
  again: false,
};

const unsent = { reason: 'mail.not_sent', message: 'Mail is not sent. Set SMTP_URL.' };

/** Answers the operations page from memory. Returns the requests that the page sent. */
async function operations(page: Page): Promise<{ asked: string[]; bodies: unknown[] }> {
  const seen = { asked: [] as string[], bodies: [] as unknown[] };
  const skipped = () => seen.asked.some((path) => path.endsWith('/skip'));
  await page.route('**/api/d/profile', (route) => {
    const profile = makeProfile('admin');
    const abilities = { ...profile.abilities, audit: ['read'], operations: ['read', 'update'] };
    return route.fulfill({ json: { success: true, data: { ...profile, abilities } } });
  });
  await page.route('**/api/d/operations**', (route) => {
    const projections = [{ ...board, parked: skipped() ? [] : board.parked }];
    const data = { head: 1000, at, projections, workers: [], queues: [], rebuilds: [], warnings: [unsent] };
    return route.fulfill({ json: { success: true, data } satisfies OperationsAnswer });
  });
  await page.route('**/api/d/operations/projections/**', (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fulfill({ json: { success: true, data: autopsy } });
    seen.asked.push(new URL(request.url()).pathname);
    seen.bodies.push(request.postData() ? request.postDataJSON() : undefined);
    return route.fulfill({ json: { success: true, message: 'Done' } });
  });
  let notices = [told];
  await page.route('**/api/d/operations/payment-notices**', (route) => {
    if (route.request().method() === 'GET') {
      return route.fulfill({ json: { success: true, data: notices } satisfies PaymentNoticesAnswer });
    }
    seen.asked.push(new URL(route.request().url()).pathname);
    notices = [{ ...told, doneAt: at, failure: undefined, nextAt: undefined, tries: 4 }];
    return route.fulfill({ json: { success: true, message: 'The notice is handled again' } });
  });
  let steps = [refused, { ...refused, id: 'step-2', customerId: undefined, customer: undefined, position: undefined }];
  await page.route('**/api/d/operations/refused-steps**', (route) => {
    const { method, url } = { method: route.request().method(), url: new URL(route.request().url()).pathname };
    if (method === 'GET') {
      const json = { success: true, data: steps, total: 101 } satisfies RefusedStepsAnswer;
      return route.fulfill({ json });
    }
    seen.asked.push(`${method} ${url}`);
    steps = method === 'DELETE' ? steps.slice(0, 1) : steps.map((step) => ({ ...step, again: true }));
    return route.fulfill({ json: { success: true, message: 'Done' } });
  });
  let crashes = [crash];
  await page.route('**/api/d/operations/error-reports**', (route) => {
    if (route.request().method() !== 'DELETE') {
      return route.fulfill({ json: { success: true, data: crashes } satisfies ErrorReportsAnswer });
    }
    crashes = [];
    return route.fulfill({ json: { success: true, message: 'The report was removed' } });
  });
  return seen;
}

test('what the payment provider told and was not handled can be handled again (D-59)', async ({ page }) => {
  const seen = await operations(page);
  await page.goto('/operations');
  const list = page.getByRole('region', { name: 'Notices of the payment provider' });
  await expect(list).toContainText('Failed');
  await expect(list).toContainText('stripe: 503 api_error');
  await list.getByRole('button', { name: /^Handle again: payment_intent.succeeded/ }).press('Enter');
  await expect(list).toContainText('Handled');
  expect(seen.asked).toEqual(['/api/d/operations/payment-notices/evt_1/replay']);
});

test('steps of billing that were refused can be tried again or removed', async ({ page }) => {
  const seen = await operations(page);
  await page.goto('/operations');
  const list = page.getByRole('region', { name: 'Refused steps of billing' });
  const [first, second] = [list.getByRole('listitem').first(), list.getByRole('listitem').nth(1)];
  await expect(first).toContainText('Event 1,234');
  await expect(first).toContainText('The price has changed.');
  await expect(first.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/customer/c-1');
  await expect(second).toContainText('It is tried again every minute');
  await expect(list).toContainText('The newest 2 of 101 are shown.');
  await list.getByRole('button', { name: 'Try all again' }).press('Enter');
  await expect(first).toContainText('It is tried again now');
  await second.getByRole('button', { name: 'Remove: Make an invoice' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(second).toBeHidden();
  expect(seen.asked).toEqual([
    'POST /api/d/operations/refused-steps/retry',
    'DELETE /api/d/operations/refused-steps/step-2',
  ]);
});

test('a parked stream links to its autopsy, which shows the outcome of each remedy; skipping needs a reason (BY-017)', async ({
  page,
}) => {
  const seen = await operations(page);
  await page.goto('/operations');
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText(unsent.message);
  await page.getByRole('link', { name: /order.moved in board/ }).click();
  await expect(page.getByRole('heading', { name: 'order.moved cannot be applied' })).toBeVisible();
  const retry = page.getByRole('region', { name: 'Retry' });
  await expect(retry).toContainText('Would park it again');
  await expect(retry).toContainText('event 812 fails');
  const skip = page.getByRole('region', { name: 'Skip' });
  await expect(skip).toContainText('Would work');
  await skip.getByText('1 row would change').click();
  await expect(skip.getByRole('row', { name: 'status' })).toContainText('approved');
  await expect(page.getByRole('region', { name: 'Smallest prefix that fails' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'State before it' })).toContainText('board_cards');

  await skip.getByRole('button', { name: 'Skip this event…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  expect(seen.asked).toEqual([]);
  await dialog.getByRole('textbox').fill('it cannot be saved');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible();
  expect(seen.asked).toEqual([`/api/d/operations/projections/board/parked/${uuid(77)}/skip`]);
  expect(seen.bodies).toEqual([{ position: 812, reason: 'it cannot be saved' }]);
  await expect(page.getByRole('region', { name: 'Parked streams' })).toHaveCount(0);
});

test('retrying asks for confirmation and sends one request (BY-017)', async ({ page }) => {
  const seen = await operations(page);
  await page.goto(`/operations/board/${uuid(77)}`);
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(seen.asked).toEqual([]);
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => seen.asked).toEqual(['/api/d/operations/projections/board/retry']);
});

test('the errors that people reported from the 500 screen are listed until somebody removes them (SH-157)', async ({
  page,
}) => {
  await operations(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/operations');
  const errors = page.getByRole('region', { name: 'Errors in browsers' });
  await expect(errors).toContainText("Cannot read properties of undefined (reading 'name')");
  await expect(errors).toContainText('3 times');
  await errors.getByRole('button', { name: 'Details' }).click();
  await expect(errors).toContainText('Card /assets/index-a1.js:12:3456');
  await expect(errors).toContainText('last in Firefox on Linux · build 0123456789abcdef');
  await lookAt(page, 'operations-errors', wideAndTablet);
  await errors.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(errors).toContainText('No error was reported');
});

test('the autopsy on a desktop and a tablet: axe finds no violation in light and dark (BY-032)', async ({ page }) => {
  await operations(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/operations/board/${uuid(77)}`);
  await expect(page.getByRole('region', { name: 'State before it' })).toBeVisible();
  await page.getByText('1 row would change').click();
  await lookAt(page, 'autopsy', wideAndTablet);
});
