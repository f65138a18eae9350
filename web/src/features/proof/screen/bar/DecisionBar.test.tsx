import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '@/api';
import { outboxStorage } from '@/api/outbox/outboxStorage';
import { attachment, order, uuid } from '../../testing/fixtures';
import { done, makeServer, refused, renderIn } from '../../testing/harness';
import { DecisionBar } from '@/shared/approvals/DecisionBar';

const { server, answer, reset, writes } = makeServer();
beforeAll(() => server.listen());
afterEach(() => {
  server.resetHandlers();
  outboxStorage.clear();
  reset();
});
afterAll(() => server.close());

const all: Order['reviewActions'] = ['make-changes', 'put-on-hold', 'stay-in-review', 'order-approved'];
const show = (more: Partial<Order> = {}, of = attachment()) =>
  renderIn(<DecisionBar order={order({ reviewActions: all, ...more })} attachment={of} />, { role: 'owner' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const moves = () => writes().map(({ path, body }) => ({ path, body }));
const path = `/order/${uuid(1)}/move-progress`;

describe('the decision bar', () => {
  test('offers make changes, stay in review, put on hold and order approved (BD-286)', () => {
    show();
    expect(
      screen
        .getAllByRole('button')
        .map((b) => b.textContent)
        .toSorted(),
    ).toEqual(['Make Changes', 'Order Approved', 'Put On Hold', 'Stay In Review']);
  });

  test('offers only what the order allows the user', () => {
    show({ reviewActions: ['order-approved'] });
    expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['Order Approved']);
  });

  test('shows only in review, and only for customer review (BD-292)', () => {
    show({ status: 'in-progress' });
    show({}, attachment({ type: 'suppliedFiles' }));
    show({ reviewActions: [] });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test("'Make Changes' moves the order to in-progress and shows the server's message (BD-287, BD-443)", async () => {
    answer('PUT /move-progress', () => done({ status: 'in-progress' }, 'Back to work.'));
    const { router } = show();
    await press('Make Changes');
    expect(await screen.findByText('Back to work.')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/orders/detail/${uuid(1)}`);
    expect(screen.getByText('Success')).toBeVisible();
    expect(moves()).toEqual([{ path, body: { moveto: 'in-progress', via: 'review', attachmentId: uuid(10) } }]);
  });

  test("'Order Approved' moves the order to approved (BD-290)", async () => {
    answer('PUT /move-progress', () => done({ status: 'approved' }, 'Approved at last.'));
    const { router } = show();
    await press('Order Approved');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Order Approved' }));
    await screen.findByText('Approved at last.');
    expect(router.state.location.pathname).toBe('/here');
    expect(moves()).toEqual([{ path, body: { moveto: 'approved', via: 'review', attachmentId: uuid(10) } }]);
  });

  test("'Order Approved' asks for confirmation, and names open comments and pages that nobody has opened", async () => {
    const of = attachment();
    const [newest] = of.versions;
    if (newest) newest.topics = { public: 2, internal: 5 };
    const attachments = { customerReview: [of], suppliedFiles: [], internalReview: [] };
    renderIn(
      <DecisionBar order={order({ reviewActions: all, attachments })} attachment={of} unopened={[2, 4, 5, 6]} />,
      { role: 'owner' },
    );
    await press('Order Approved');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('2 comments are still open.');
    expect(dialog).toHaveTextContent('Nobody has opened pages 2, 4 to 6 of this file.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(moves()).toEqual([]);
  });

  test("'Put On Hold' asks for a reason and sends it (BD-288, BD-289)", async () => {
    answer('PUT /move-progress', () => done({ status: 'on-hold' }, 'Held for now.'));
    show();
    await press('Put On Hold');
    await userEvent.type(await screen.findByLabelText(/Reason/), 'waiting for legal');
    await press('Continue');
    await screen.findByText('Held for now.');
    const body = { moveto: 'on-hold', via: 'review', attachmentId: uuid(10), reason: 'waiting for legal' };
    expect(moves()).toEqual([{ path, body }]);
  });

  test("'Put On Hold' without a reason does not move the order (BD-289)", async () => {
    show();
    await press('Put On Hold');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(moves()).toEqual([]);
  });

  test('a decision made offline waits with the version that its user saw, and stays on the screen (BY-036, D-288)', async () => {
    server.use(http.put('*/api/*', () => HttpResponse.error()));
    const { router } = show({ version: 7 });
    await press('Order Approved');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Order Approved' }));
    const group = within(screen.getByRole('group', { name: 'Decide about the order' }));
    expect(await group.findByRole('status')).toHaveTextContent('Order Approved: not sent yet');
    expect(router.state.location.pathname).toBe('/here');
    expect(screen.getByText('Kept. It is sent when the connection is back.')).toBeVisible();
    for (const label of ['Make Changes', 'Put On Hold', 'Stay In Review', 'Order Approved'])
      expect(group.getByRole('button', { name: label })).toHaveAttribute('aria-disabled', 'true');
    expect(outboxStorage.load('u')).toMatchObject([
      { expectedVersion: 7, body: { moveto: 'approved', via: 'review', attachmentId: uuid(10) } },
    ]);
    await userEvent.click(group.getByRole('button', { name: 'Take it back' }));
    expect(group.queryByRole('status')).toBeNull();
    expect(outboxStorage.load('u')).toEqual([]);
  });

  test("'Stay In Review' only leaves the screen (BD-291)", async () => {
    const { router } = show();
    await press('Stay In Review');
    expect(router.state.location.pathname).toBe(`/orders/detail/${uuid(1)}`);
    expect(moves()).toEqual([]);
  });

  test("a refused move is a warning 'Failed!' with the message (BD-442)", async () => {
    answer('PUT /move-progress', () => refused('Somebody was faster.'));
    show();
    await press('Make Changes');
    expect(await screen.findByText('Failed!')).toBeVisible();
    expect(screen.getByText('Somebody was faster.')).toBeVisible();
  });
});
