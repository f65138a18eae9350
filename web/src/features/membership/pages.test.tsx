import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '../../../tests/fake/answers';
import { uuid } from '../../../tests/fake/data';
import { makeOptions, withPlan } from '../../../tests/fake/membership';
import { fakeServer, show, storeSession } from '../../../tests/render';
import type { Profile, ProfileMembership } from '@/api/generated';
import { useMe } from '@/api/hooks';
import PackagePage from './plans/PackagePage';
import ServicePage from './ServicePage';

const server = fakeServer();
beforeEach(() => storeSession('owner'));

const sent = (method: string, path: string) =>
  server()
    .requests.filter((request) => request.method === method && request.path.endsWith(path))
    .map(({ body }) => (body ? (JSON.parse(body) as unknown) : undefined));

/** Pages show once the profile is there. */
const Ready = ({ children }: { children: ReactNode }) => (useMe() ? children : null);

const open = (path: string, more: Partial<ProfileMembership> = {}, who: Partial<Profile> = {}) => {
  server().own.profile = withPlan({ ...server().own.profile, ...who }, more);
  return show(<Ready>{path.startsWith('/membership/package') ? <PackagePage /> : <ServicePage />}</Ready>, path);
};

const card = async (name: string) => within(await screen.findByRole('listitem', { name }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

describe('the plans', () => {
  test('are side by side, with what each contains and costs', async () => {
    open('/membership/package'); // SH-084
    const present = await card('Studio');
    expect(present.getByText('Your plan')).toBeVisible();
    expect(present.queryByRole('button')).toBeNull();
    const larger = await card('Studio Plus');
    expect(larger.getByText('$60.00 a month')).toBeVisible();
    expect(larger.getByText('100.0 h')).toBeVisible();
    expect(larger.getByText('unlimited')).toBeInTheDocument(); // BD-359
    expect((await card('Agency')).getByText('$1,200.00 a year')).toBeVisible();
    const smaller = await card('Starter');
    expect(smaller.getByRole('button', { name: 'Change when the cycle ends' })).toBeDisabled();
    expect(smaller.getByText('There are too many active orders for this plan.')).toBeVisible();
  });

  test('begin at once for exactly the amount that was shown', async () => {
    open('/membership/package');
    await userEvent.click((await card('Studio Plus')).getByRole('button', { name: 'Upgrade now' }));
    const asked = await dialog('Change to Studio Plus now?');
    expect(asked.getByText('Unused days of Studio')).toBeVisible();
    expect(asked.getAllByText('25 Nov 2026 – 09 Dec 2026, 15 days')).toHaveLength(2);
    expect(asked.getByText('-$15.00')).toBeVisible();
    expect(asked.getByText('Tax (20%)')).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'Confirm $18.00' }));
    const { plan, confirm } = makeOptions()[2] ?? {};
    await waitFor(() => expect(sent('PUT', '/package')).toEqual([{ planId: plan?.id, confirmed: confirm }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('are asked about again when the amount has changed', async () => {
    open('/membership/package');
    await userEvent.click((await card('Studio Plus')).getByRole('button', { name: 'Upgrade now' }));
    const asked = await dialog(/Studio Plus/);
    const message = 'The amount has changed since you saw it. Look at it again and confirm it.';
    server().intercept = ({ method, path }) =>
      method === 'PUT' && path.endsWith('/package') ? refused(409, 'subscription.price_changed', message) : undefined;
    const [, , option] = server().membership.options;
    if (option?.bill) option.bill = { ...option.bill, total: 17_00 };
    await userEvent.click(asked.getByRole('button', { name: 'Confirm $18.00' }));
    expect(await asked.findByText(message)).toBeVisible();
    expect(await asked.findByRole('button', { name: 'Confirm $17.00' })).toBeVisible();
  });

  test('begin when the cycle ends, after a question with the day', async () => {
    open('/membership/package');
    await userEvent.click((await card('Agency')).getByRole('button', { name: 'Change when the cycle ends' }));
    const asked = await dialog('Change to Agency when the cycle ends?');
    expect(asked.getByText(/begins on 10 Dec 2026/)).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'Schedule the change' }));
    await waitFor(() => expect(sent('PUT', '/package')).toEqual([{ planId: makeOptions()[3]?.plan.id }]));
    expect(await screen.findByRole('button', { name: 'Cancel the upgrade' })).toBeVisible();
  });

  test('can be changed by the owner only', async () => {
    open('/membership/package', {}, { role: 'staff' });
    expect(await screen.findByText('Only the account owner can change the plan.')).toBeVisible();
    expect((await card('Studio')).getByText('Your plan')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change|Upgrade|Choose/ })).toBeNull();
  });

  const acting = { impersonation: { by: 'Marcus Lindqvist', until: '2036-01-01T00:00:00Z' } };

  test('are not changed, left or ended by an admin who acts as the owner (D-48)', async () => {
    const { unmount } = open('/membership/package', {}, acting);
    expect(await screen.findByText('Only the account owner can change the plan.')).toBeVisible();
    expect((await card('Studio')).getByText('Your plan')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change|Upgrade|Choose/ })).toBeNull();
    unmount();
    open('/membership/service', {}, acting);
    expect(await screen.findAllByText('Only the account owner themselves can do this.')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Take a leave|Cancel subscription/ })).toBeNull();
  });

  test('may be none', async () => {
    server().membership.options = [];
    open('/membership/package', { state: 'none' });
    expect(await screen.findByText('There are no plans to choose from')).toBeVisible();
  });
});

describe('the membership page', () => {
  test('has the plan, and the events of the meter that the address names', async () => {
    server().membership.events['active-orders'] = [
      { at: '2026-11-20T10:00:00Z', amount: 1, orderId: uuid(1), order: 'Gift box sleeve' },
    ];
    const { router } = open('/membership/service#active-orders'); // SH-083
    const events = within(await screen.findByRole('table', { name: 'Active orders: what counts' })); // BY-042
    expect(events.getByRole('link', { name: 'Gift box sleeve' })).toHaveAttribute('href', `/orders/detail/${uuid(1)}`);
    const plan = within(screen.getByRole('region', { name: 'Your plan' }));
    expect(plan.getByText('Active')).toBeVisible();
    expect(plan.getByText('Next Payment Due Date')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Allocated hours: show the events' }));
    expect(router.state.location.hash).toBe('#hours');
    const hours = within(await screen.findByRole('table', { name: 'Allocated hours: what counts' }));
    expect(screen.getByText('Since 10 Nov 2026')).toBeVisible();
    expect(hours.getAllByRole('row')).toHaveLength(52); // 50 events, the head and the sum
    expect(hours.getByRole('row', { name: 'Sum of all events 12.5 h' })).toBeVisible(); // BY-042
    expect(within(screen.getByRole('region', { name: 'Usage' })).getByText(/^12.5/)).toBeVisible(); // BY-042
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(hours.getAllByRole('row')).toHaveLength(53));
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    expect(screen.getByText('All 51 are shown')).toHaveFocus();
  });

  test('says that nothing counts, or that the events could not be read', async () => {
    open('/membership/service#storage');
    expect(await screen.findByText('Nothing counts towards this meter in this cycle.')).toBeVisible();
    server().intercept = ({ path }) => (path.includes('/meters/') ? refused(500, 'internal', 'Broken.') : undefined);
    await userEvent.click(screen.getByRole('link', { name: 'Active orders: show the events' }));
    expect(await screen.findByText('Broken.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing yet')).toBeVisible();
  });

  test('plans a leave, which can be taken back', async () => {
    open('/membership/service');
    await userEvent.click(await screen.findByRole('button', { name: 'Take a leave' }));
    expect(screen.getByText('Required!')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'The leave ends on' }), '15 Jan 2027');
    await userEvent.click(screen.getByRole('button', { name: 'Take a leave' }));
    const asked = await dialog('Take a leave?');
    expect(asked.getByText(/From 10 Dec 2026 until 15 Jan 2027 nothing is billed/)).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'Take a leave' }));
    await waitFor(() => expect(sent('PUT', '/package/leave')).toEqual([{ until: '2027-01-15' }]));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the leave' }));
    await userEvent.click((await dialog('Cancel the leave?')).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(sent('DELETE', '/package/leave')).toHaveLength(1));
  });

  test('cancels the subscription after a question, and continues it', async () => {
    open('/membership/service');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    const asked = await dialog('Cancel your subscription?');
    expect(asked.getByText(/until 09 Dec 2026/)).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'Cancel subscription' }));
    await waitFor(() => expect(sent('PUT', '/package/cancel')).toHaveLength(1));
    const [again] = await screen.findAllByRole('button', { name: 'Continue subscription' });
    if (again) await userEvent.click(again);
    await waitFor(() => expect(sent('PUT', '/profile/continue-subscription')).toHaveLength(1));
  });

  test('lets an owner cancel who is past due, and says that it is still owed', async () => {
    open('/membership/service', { state: 'past-due' }); // D-86
    expect(await screen.findByText('What is past due still has to be paid.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel subscription' })).toBeEnabled();
  });

  test('shows people in the team everything, without what only the owner can do', async () => {
    open('/membership/service', { next: { kind: 'downgrade', on: '2026-12-10', plan: 'Starter' } }, { role: 'staff' });
    expect(await screen.findByText('Only the account owner can pause or end the subscription.')).toBeVisible();
    expect(screen.getByText('Your plan changes to Starter on 10 Dec 2026.')).toBeVisible();
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: /Cancel|leave|Continue|Reactivate/ })).toBeNull();
  });

  test('offers a plan to an owner without one', async () => {
    open('/membership/service', { state: 'none' });
    expect(await screen.findByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/membership/package');
  });

  test('leads owners whose free plan is paid by the hour to Pay as you Go', async () => {
    const manage = () => screen.queryByRole('link', { name: 'Manage Pay as you Go' });
    const free = { type: 'free' } as const;
    const first = open('/membership/service', free, { isPayg: true });
    const link = await screen.findByRole('link', { name: 'Manage Pay as you Go' }); // BD-407
    expect(link).toHaveAttribute('href', '/payg'); // BD-407
    first.unmount();
    const second = open('/membership/service', free, { isPayg: false });
    await screen.findByRole('region', { name: 'Your plan' });
    expect(manage()).toBeNull();
    second.unmount();
    open('/membership/service', free, { isPayg: true, role: 'staff' });
    await screen.findByRole('region', { name: 'Your plan' });
    expect(manage()).toBeNull();
  });

  test('sends the team of an account without a plan to its owner', async () => {
    open('/membership/service', { state: 'none' }, { role: 'staff' });
    expect(await screen.findByText('The account owner can choose one.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Choose a plan' })).toBeNull();
  });

  test('is not there for those who may not see the plan', async () => {
    const { router } = show(
      <Ready>
        <ServicePage />
      </Ready>,
      '/membership/service',
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
