import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { show, storeSession, fakeServer } from '../../../tests/render';
import { genericError } from '@/api/request/envelope';
import { makeMessages, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { applyLive } from '@/api/live/live';
import { deepLink } from './deepLink';
import { badge, NotificationBell } from './NotificationBell';

const server = fakeServer();
beforeEach(() => storeSession('owner'));

async function open() {
  const view = show(<NotificationBell unread={0} />);
  await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }));
  return { ...view, popover: within(await screen.findByRole('dialog')) };
}

const calls = (method: string) =>
  server()
    .requests.filter((r) => r.method === method)
    .map(({ path }) => path.replace('/api/c', ''));

test('the badge shows the unread count and 9+ above 9 (SH-196)', async () => {
  expect([0, 1, 9, 10, 250].map(badge)).toEqual(['', '1', '9', '9+', '9+']);
  show(<NotificationBell unread={12} />);
  expect(screen.getByTestId('unread')).toHaveTextContent('9+');
});

test('notifications are listed in groups, 10 at first, with Load More (SH-197, SH-201, SH-211, BD-339)', async () => {
  const { popover } = await open();
  expect(await popover.findAllByRole('listitem')).toHaveLength(11);
  const first = server().requests.find(({ path }) => path.endsWith('/message/groups'));
  expect([first?.query.get('page'), first?.query.get('limit')]).toEqual(['1', '10']);
  await userEvent.click(popover.getByRole('button', { name: 'Load More' }));
  await waitFor(() => expect(server().requests.some(({ query }) => query.get('limit') === '20')).toBe(true));
});

test('the notification of a comment shows the beginning of its text', async () => {
  const { popover } = await open();
  const [comment, move] = await popover.findAllByRole('listitem');
  expect(comment).toHaveTextContent('The green of the lid is not the green of the jar');
  expect(move?.querySelector('q')).toBeNull();
});

test('notifications are refetched when an order is deleted', async () => {
  const { popover, store } = await open();
  await popover.findAllByRole('listitem');
  server().messages = [];
  act(() => store.dispatch(applyLive({ event: 'order-deleted', data: { orderId: uuid(1000) } })));
  expect(await popover.findByText('No notification yet!')).toBeVisible();
});

test('a group with several messages opens their list, and All Notifications returns to the groups (SH-198, SH-212)', async () => {
  const { popover } = await open();
  await userEvent.click((await popover.findAllByRole('button', { name: /3 messages/ }))[0] as HTMLElement);
  await waitFor(() => expect(calls('GET')).toContain('/message/group/order-0'));
  const back = await popover.findByRole('button', { name: 'All Notifications' });
  expect(back).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(await popover.findByRole('heading', { name: 'Notifications' })).toHaveFocus();
});

test('Mark All as Read and Delete All send one call each; deleting asks for confirmation (SH-199, SH-206, SH-207)', async () => {
  const { popover } = await open();
  await userEvent.click(await popover.findByRole('button', { name: 'Mark All as Read' }));
  await waitFor(() => expect(calls('PUT')).toEqual(['/message/read']));
  await userEvent.click(popover.getByRole('button', { name: 'Delete All' }));
  expect(calls('DELETE')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(calls('DELETE')).toEqual(['/message']));
});

test('a button that has nothing more to do keeps the focus, so that Escape still closes the list (BY-032)', async () => {
  const { popover } = await open();
  const all = await popover.findByRole('button', { name: 'Mark All as Read' });
  all.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(all).toHaveAttribute('aria-disabled', 'true'));
  expect(all).toHaveFocus();
  expect(all).toBeEnabled();
  await userEvent.keyboard('{Enter}');
  expect(calls('PUT')).toEqual(['/message/read']);
});

test('without notifications it says No notification yet! (SH-200)', async () => {
  server().messages = [];
  const { popover } = await open();
  expect(await popover.findByText('No notification yet!')).toBeVisible();
});

test('a list that cannot be loaded shows the generic server error, and a retry loads it (SH-213)', async () => {
  server().intercept = ({ path }) => (path.includes('/message/groups') ? refused(500, 'internal', 'x') : undefined);
  const { popover } = await open();
  expect(await popover.findByText(genericError.title)).toBeVisible();
  expect(popover.getByText(genericError.message)).toBeVisible();
  server().intercept = () => undefined;
  await userEvent.click(popover.getByRole('button', { name: /again/i }));
  expect((await popover.findAllByRole('listitem')).length).toBeGreaterThan(0);
});

test('a click marks the notification as read and opens its target (SH-203, SH-205)', async () => {
  const { popover, router } = await open();
  await userEvent.click((await popover.findAllByRole('button', { name: /moved the order/ }))[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/orders/detail/${uuid(1001)}`));
  expect(calls('PUT')).toEqual([`/message/${uuid(9001)}/read`]);
});

describe('links', () => {
  const [comment, move] = makeMessages(2);
  test('an order notification opens the order (SH-203)', () => {
    expect(move && deepLink(move.data)).toBe(`/orders/detail/${uuid(1001)}`);
  });
  test('an annotation notification opens the attachment with versionId, commentId and public (SH-204)', () => {
    expect(comment && deepLink(comment.data)).toBe(
      `/orders/detail/${uuid(1000)}/attachments/${uuid(5001)}?versionId=${uuid(7013)}&commentId=${uuid(8001)}&public=true`,
    );
  });
});

test('comments of customers and of staff are highlighted differently (SH-194)', async () => {
  const { popover } = await open();
  const rows = await popover.findAllByRole('listitem');
  expect(rows[0]).toHaveAttribute('data-widget', 'order-comment-customer');
  expect(rows[1]).toHaveAttribute('data-widget', 'order-move');
});

test('card titles are cut at 20 characters (SH-202)', async () => {
  const { popover } = await open();
  expect((await popover.findAllByText('Trade fair brochure,…')).length).toBeGreaterThan(0);
});
