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

/** Answers the operations page from memory. */
async function operations(page: Page): Promise<void> {
  await page.route('**/api/d/profile', (route) => {
    const profile = makeProfile('admin');
    const abilities = { ...profile.abilities, audit: ['read'], operations: ['read', 'update'] };
    return route.fulfill({ json: { success: true, data: { ...profile, abilities } } });
  });
  const data = { head: 1000, at, projections: [board], workers: [], queues: [], rebuilds: [], warnings: [unsent] };
  const answers: [path: string, json: object][] = [
    ['', { success: true, data } satisfies OperationsAnswer],
    ['/projections/**', { success: true, data: autopsy }],
    ['/payment-notices**', { success: true, data: [told] } satisfies PaymentNoticesAnswer],
    ['/refused-steps**', { success: true, data: [refused], total: 101 } satisfies RefusedStepsAnswer],
    ['/error-reports**', { success: true, data: [crash] } satisfies ErrorReportsAnswer],
  ];
  for (const [path, json] of answers)
    await page.route(`**/api/d/operations${path}`, (route) => route.fulfill({ json }));
}

test('the operations and an autopsy on a desktop and a tablet: axe finds no violation in light and dark (BY-032)', async ({
  page,
}) => {
  await operations(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/operations');
  const errors = page.getByRole('region', { name: 'Errors in browsers' });
  await errors.getByRole('button', { name: 'Details' }).click();
  await expect(errors).toContainText('Card /assets/index-a1.js:12:3456');
  await expect(page.getByRole('region', { name: 'Refused steps of billing' })).toContainText('Event 1,234');
  await lookAt(page, 'operations-errors', wideAndTablet);
  await page.getByRole('link', { name: /order.moved in board/ }).click();
  await expect(page.getByRole('region', { name: 'State before it' })).toBeVisible();
  await page.getByText('1 row would change').click();
  await lookAt(page, 'autopsy', wideAndTablet);
});
