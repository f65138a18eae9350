import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Version } from '@/api';
import { outboxStorage } from '@/api/outbox/outboxStorage';
import { attachment, older, order, profile, uuid, version } from '../../testing/fixtures';
import { done, found, makeServer, renderIn } from '../../testing/harness';
import { DeleteVersion } from './DeleteVersion';
import { VersionActions } from './VersionActions';

const { server, answer, reset, writes } = makeServer();
beforeAll(() => server.listen());
afterEach(() => {
  vi.useRealTimers();
  server.resetHandlers();
  outboxStorage.clear();
  reset();
});
afterAll(() => server.close());

const can = (more: Partial<Version['can']>): Version['can'] => ({ ...version().can, ...more });
const showActions = (of: Version) =>
  renderIn(<VersionActions order={order({ status: 'in-progress' })} attachment={attachment()} version={of} />);
const button = (name: string) => screen.getByRole('button', { name });

describe('approve and revise', () => {
  test("approving posts 'Approved' to the attachment's timeline and confirms it (BD-171, BD-439)", async () => {
    answer('POST /attachment-timeline', () => done());
    showActions(version());
    await userEvent.click(button('Approve'));
    expect(await screen.findByText('The attachment file approved')).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    expect(writes()).toEqual([
      {
        method: 'POST',
        path: `/order/${uuid(1)}/${uuid(10)}/attachment-timeline`,
        body: { timelineType: 'history', content: 'Approved', attachmentVersionId: uuid(11) },
      },
    ]);
  });

  test("revising posts 'Revise' and confirms it (BD-171, BD-440)", async () => {
    answer('POST /attachment-timeline', () => done());
    showActions(version({ isInternalApproved: true, can: can({ approve: false, revise: true }) }));
    await userEvent.click(button('Revise'));
    expect(await screen.findByText('The attachment file revised')).toBeVisible();
    expect(writes()[0]?.body).toMatchObject({ content: 'Revise' });
  });

  test('wait offline with the version of the file that their user saw, as the request for a review does (BY-036, D-288)', async () => {
    server.use(http.post('*/api/*', () => HttpResponse.error()));
    renderIn(
      <VersionActions
        order={order({ status: 'in-progress' })}
        attachment={attachment({ version: 4, can: { ...attachment().can, requestReview: true } })}
        version={version()}
      />,
    );
    await userEvent.click(button('Approve'));
    await waitFor(() => expect(screen.getByText(/not sent yet/)).toHaveTextContent('Approve: not sent yet'));
    expect(button('Revise')).toBeDisabled();
    expect(button('Request CM review')).toHaveAttribute('aria-disabled', 'true');
    expect(outboxStorage.load('u')).toMatchObject([
      { expectedVersion: 4, body: { timelineType: 'history', content: 'Approved', attachmentVersionId: uuid(11) } },
    ]);
    await userEvent.click(button('Take it back'));
    await userEvent.click(button('Request CM review'));
    await waitFor(() => expect(screen.getByText(/not sent yet/)).toHaveTextContent('Request CM review: not sent yet'));
    const [kept] = outboxStorage.load('u'); // It is kept although it has no body.
    expect(kept).toMatchObject({ method: 'POST', url: expect.stringMatching(/request-review$/) as string });
    expect(kept?.expectedVersion).toBeUndefined();
  });

  test('are disabled for 10 seconds after a click (BD-169)', async () => {
    vi.useFakeTimers();
    answer('POST /attachment-timeline', () => done());
    showActions(version());
    fireEvent.click(button('Approve'));
    expect(button('Approve')).toBeDisabled();
    act(() => void vi.advanceTimersByTime(9_900));
    expect(button('Approve')).toBeDisabled();
    act(() => void vi.advanceTimersByTime(200));
    expect(button('Approve')).toBeEnabled();
    vi.useRealTimers();
    // Otherwise the request would arrive during the next test.
    await waitFor(() => expect(writes()).toHaveLength(1));
  });

  test('are hidden for users who may not use them (BD-166)', () => {
    showActions(version({ can: can({ approve: false, revise: false }) }));
    expect(screen.queryByRole('button', { name: /Approve|Revise/ })).toBeNull();
  });
});

describe('deleting a version', () => {
  const show = (of: Version, versions = [of, older]) =>
    renderIn(<DeleteVersion orderId={uuid(1)} attachment={attachment({ versions })} version={of} />);

  test('asks for a reason, sends it in the body and confirms the deletion (BD-176, BD-441, D-14)', async () => {
    answer('DELETE /order', () => done());
    show(version());
    await userEvent.click(button('Delete version'));
    await userEvent.type(await screen.findByLabelText(/Reason/), 'wrong file');
    await userEvent.click(button('Continue'));
    expect(await screen.findByText('The version already removed')).toBeVisible();
    expect(writes()).toEqual([
      { method: 'DELETE', path: `/order/${uuid(1)}/${uuid(10)}/${uuid(11)}`, body: { reason: 'wrong file' } },
    ]);
  });

  test('is disabled for a checked version (BD-173)', () => {
    show(version({ isInternalApproved: true }));
    expect(button('Delete version')).toBeDisabled();
  });

  test('is disabled while there are fewer than two versions (BD-174)', () => {
    show(version(), [version()]);
    expect(button('Delete version')).toBeDisabled();
  });

  test('is disabled for 5 seconds after a click (BD-175)', () => {
    vi.useFakeTimers();
    show(version());
    fireEvent.click(button('Delete version'));
    expect(screen.getByLabelText('Delete version', { selector: 'button' })).toBeDisabled();
    act(() => void vi.advanceTimersByTime(4_900));
    expect(screen.getByLabelText('Delete version', { selector: 'button' })).toBeDisabled();
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.getByLabelText('Delete version', { selector: 'button' })).toBeEnabled();
    act(() => void vi.runOnlyPendingTimers());
  });

  test('shows for users who may update the assigned operator (BD-172)', async () => {
    const none = version({ can: can({ delete: false }) });
    const { unmount } = show(none);
    expect(screen.queryByRole('button', { name: 'Delete version' })).toBeNull();
    unmount();
    answer('GET /profile', () => found(profile('manager', { 'assigned-operator': ['read', 'update'] })));
    show(none);
    await waitFor(() => expect(button('Delete version')).toBeDisabled());
  });
});
