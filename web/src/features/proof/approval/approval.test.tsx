import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outboxStorage } from '@/api/outbox/outboxStorage';
import type { OrderRoute, RouteFile } from '@/api/approvals';
import { makeRoute } from '../../../../tests/fake/approvals';
import { at, makeDetail, people, uuid } from '../../../../tests/fake/data';
import { fakeServer, show, storeSession } from '../../../../tests/render';
import { ApprovalPanel } from './ApprovalPanel';
import { standing } from './words';

const server = fakeServer('owner');
beforeEach(() => storeSession('owner'));
afterEach(() => {
  notifications.clean();
  outboxStorage.clear();
});

async function open(route: OrderRoute | undefined, newest = true) {
  if (route) server().approvals.route = route;
  const [stored] = server().orders;
  if (!stored) throw new Error('no order');
  const order = makeDetail(server().card(stored), '');
  const [attachment] = order.attachments.customerReview;
  const version = attachment?.versions[newest ? 0 : 1];
  if (!attachment || !version) throw new Error('no version');
  return show(<ApprovalPanel order={order} attachment={attachment} version={version} me={people.olivia.id} />);
}
const panel = async () => within(await screen.findByRole('region', { name: 'Approval' }));
const sent = () =>
  server()
    .requests.filter(({ method, path }) => method !== 'GET' && !path.includes('/csrf'))
    .map(({ method, path, body }) => [method, path.replace(/^.*\/order\/[^/]+/, ''), JSON.parse(body) as unknown]);

test.each<[RouteFile['state'], number, string[]]>([
  ['running', 1, ['done', 'current', 'next']],
  ['rejected', 1, ['done', 'failed', 'next']],
  ['approved', 2, ['done', 'done', 'done']],
])('of a route that is %s, each step stands somewhere', (state, step, each) => {
  expect([0, 1, 2].map((place) => standing({ state, step }, place))).toEqual(each);
});

describe('the approval of the newest version', () => {
  beforeEach(() => notifications.clean());

  test('says who is asked, and sends a decision', async () => {
    await open(makeRoute());
    const { getByText, getByRole } = await panel();
    expect(getByText('Step 1 of 2: Brand')).toBeVisible();
    expect(getByText(/^Asks Sam Whitfield and you, since/)).toBeVisible();
    await userEvent.click(getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('You approved it.')).toBeVisible();
    expect(getByText(/^Asks Sam Whitfield, since/)).toBeVisible();
    expect(sent()).toEqual([
      ['POST', `/attachment/${uuid(5001)}/step`, { versionId: uuid(7013), approved: true, step: 0 }],
    ]);
  });

  test('a decision made offline waits with the step that its user saw, and can be taken back (BY-036, D-288)', async () => {
    await open(makeRoute());
    const { getByRole } = await panel();
    const lost = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await userEvent.click(getByRole('button', { name: 'Approve' }));
    await screen.findByRole('button', { name: 'Take it back' });
    lost.mockRestore();
    expect(getByRole('status')).toHaveTextContent('Approve in the workflow: not sent yet');
    expect(getByRole('button', { name: 'Approve' })).toBeDisabled();
    expect(getByRole('button', { name: 'Reject' })).toBeDisabled();
    expect(getByRole('button', { name: 'Take it back' })).toHaveFocus();
    const [kept] = outboxStorage.load(people.olivia.id);
    expect(kept?.body).toEqual({ versionId: uuid(7013), approved: true, step: 0 });
    await userEvent.click(getByRole('button', { name: 'Take it back' }));
    expect(getByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(outboxStorage.load(people.olivia.id)).toEqual([]);
  });

  test('a rejection needs a reason, which then shows', async () => {
    await open(makeRoute());
    await userEvent.click((await panel()).getByRole('button', { name: 'Reject' }));
    const prompt = within(await screen.findByRole('dialog', { name: 'Reject version 3' }));
    expect(prompt.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await userEvent.type(prompt.getByRole('textbox'), 'The green is wrong');
    await userEvent.click(prompt.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Rejected at Brand')).toBeVisible();
    expect(screen.getByText('Olivia Hartmann rejected version 3: The green is wrong')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('nothing can be decided while the order is not in review', async () => {
    await open(makeRoute({ mine: false }, { inReview: false }));
    const { getByText, getByRole } = await panel();
    expect(getByText('Decisions are made while the order is in review.')).toBeVisible();
    expect(getByRole('button', { name: 'Approve' })).toBeDisabled();
    expect(getByRole('button', { name: 'Reject' })).toBeDisabled();
  });

  test('an owner asks somebody else in place of a person who left', async () => {
    await open(makeRoute({ step: 1, asked: [uuid(77)], mine: false, dueAt: at(-1) }));
    const { getByText, getByRole } = await panel();
    expect(getByText('Lea Wirth cannot approve any more.')).toBeVisible();
    await userEvent.click(getByRole('button', { name: 'Ask somebody else than Lea Wirth' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask somebody else than Lea Wirth' }));
    await userEvent.click(await dialog.findByRole('combobox', { name: 'Who is asked instead' }));
    // Nina was only invited yet.
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(options).toEqual(['Olivia Hartmann', 'Sam Whitfield']);
    await userEvent.click(screen.getByRole('option', { name: 'Sam Whitfield' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Ask them' }));
    expect(await screen.findByText(/^Asks Sam Whitfield, since/)).toBeVisible();
    expect(sent()).toEqual([['PUT', '/route', { step: 1, from: uuid(77), to: people.sam.id }]]);
  });

  test('who may not replace people reads who can', async () => {
    await open(makeRoute({ step: 1, asked: [uuid(77)], mine: false }, { replaces: false }));
    expect((await panel()).getByRole('note')).toHaveTextContent('The owner of your account can ask somebody else.');
    expect(screen.queryByRole('button', { name: /Ask somebody else/ })).toBeNull();
  });

  test('an older version leads to the newest, and cannot be decided', async () => {
    await open(makeRoute(), false);
    const { getByRole, queryByRole } = await panel();
    expect(getByRole('link', { name: 'Open version 3' }).getAttribute('href')).toContain(uuid(7013));
    expect(queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('nothing shows without a workflow, and a failure can be tried again', async () => {
    const { container, unmount } = await open(undefined);
    await expect.poll(() => server().requests.some(({ path }) => path.endsWith('/route'))).toBe(true);
    expect(within(container).queryByRole('region')).toBeNull();
    unmount();
    server().intercept = ({ path }) => (path.endsWith('/route') ? { status: 500, json: {} } : undefined);
    await open(makeRoute());
    await screen.findByText(/could not be read/);
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Step 1 of 2: Brand')).toBeVisible();
  });
});
