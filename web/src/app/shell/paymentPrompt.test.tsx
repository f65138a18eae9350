import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProfile } from '../../../tests/fake/data';
import { withPlan } from '../../../tests/fake/membership';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { ProfileMembership } from '@/api/generated';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => vi.unstubAllGlobals());

const answer = async (name: string) =>
  userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
const open = (more: Partial<ProfileMembership> = {}, path = '/archived-order') => {
  server().own.profile = withPlan(server().own.profile, more);
  return showApp(path);
};

describe('the modal of a missing card', () => {
  const title = 'Payment Method Required';
  const lacking = (more: Partial<ProfileMembership> = {}, path = '/membership/package') => {
    server().own.profile = { ...server().own.profile, isPaymentComplete: false };
    return open(more, path);
  };
  const waitedFor = async () => {
    await screen.findByRole('region', { name: 'Membership' });
    await act(() => new Promise((done) => setTimeout(done, 900)));
  };
  afterEach(() => window.localStorage.removeItem('setting.payment-told'));

  test('leads to the payment methods, once for each sign-in', async () => {
    const first = lacking();
    const dialog = within(await screen.findByRole('dialog', { name: title })); // BD-120
    expect(dialog.getByText(/Your plan is paid by card/)).toBeVisible();
    await userEvent.click(dialog.getByRole('link', { name: 'Payment Methods' })); // BD-120
    expect(first.router.state.location.pathname).toBe('/billing/payment-methods'); // BD-120
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    first.unmount();
    const second = lacking();
    await waitedFor();
    expect(screen.queryByRole('dialog')).toBeNull();
    second.unmount();
    window.localStorage.setItem('expirationDate', '2037-01-01T00:00:00Z'); // another sign-in
    lacking();
    await answer('Not now');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('comes after that of a leave', async () => {
    window.localStorage.removeItem('setting.leave-told');
    lacking({
      state: 'on-leave',
      open: false,
      onSubscriptionLeave: true,
      onSubscriptionLeaveReactivationDateFormat: '15 Jan 2027',
    });
    await screen.findByRole('dialog', { name: 'Your subscription is on leave' });
    expect(screen.queryByRole('dialog', { name: title })).toBeNull();
    await answer('Not now');
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible(); // BD-120
    expect(screen.queryByRole('dialog', { name: 'Your subscription is on leave' })).toBeNull();
  });

  test('does not lie over pages that one only looks at', async () => {
    lacking({}, '/archived-order');
    await waitedFor();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('does not cover the page that it leads to', async () => {
    server().payment.way = 'stripe';
    lacking({}, '/billing/payment-methods');
    expect(await screen.findByText(/none of your cards is active/)).toBeVisible();
    await waitedFor();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['the team', makeProfile('staff')],
    ['an admin who acts as the owner', { impersonation: { by: 'Ada Admin', until: '2036-11-20T12:00:00Z' } }],
    ['an owner whose card is active', { isPaymentComplete: true }],
  ] as const)('is not for %s', async (_, more) => {
    server().own.profile = { ...server().own.profile, isPaymentComplete: false, ...more };
    open();
    await waitedFor();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
