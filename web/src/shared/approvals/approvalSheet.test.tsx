import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRoute } from '../../../tests/fake/approvals';
import { makeDetail, uuid } from '../../../tests/fake/data';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { openPoints } from './ApprovalSheet';

const server = fakeServer('manager');
beforeEach(() => {
  storeSession('manager');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => vi.unstubAllGlobals());

test('what is still open is said in a sentence each', () => {
  const [first] = server().orders;
  if (!first) throw new Error('no order');
  const { attachments } = makeDetail(server().card(first), '');
  const versions = attachments.customerReview.flatMap((file) => file.versions);
  for (const version of [...versions, ...attachments.suppliedFiles.flatMap((file) => file.versions)])
    version.topics = { public: 0, internal: 3 };
  expect(openPoints(attachments, undefined, uuid(1), [])).toEqual([]);

  const [newest] = versions;
  if (!newest) throw new Error('no version');
  newest.topics.public = 1;
  newest.approvalCleared = true;
  newest.can.seeChecked = true;
  expect(openPoints(attachments, makeRoute(), uuid(1), [2, 4, 5, 6])).toEqual([
    '1 comment is still open.',
    `The check of ${newest.fileName} is stale: the file changed.`,
    'Nobody has opened pages 2, 4 to 6 of this file.',
    'The workflow still asks Sam Whitfield about harvest-jar-label.png.',
  ]);
});

test('an order in review is approved after one question, which Enter answers', async () => {
  const order = server().orders.find(({ status }) => status === 'in-review');
  if (!order) throw new Error('no order in review');
  showApp(`/orders/detail/${order.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve order' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Approve order' }));
  expect(await sheet.findByText(`Approve '${order.orderName}'?`)).toBeVisible();
  const approve = await sheet.findByRole('button', { name: 'Approve order' });
  expect(approve).toHaveFocus();
  expect(server().requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Success')).toBeVisible();
  const [put] = server().requests.filter(({ method }) => method === 'PUT');
  expect(put?.body).toContain('"moveto":"approved"');
});
