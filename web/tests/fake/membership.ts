import type { Profile, ProfileMembership } from '@/api/generated';
import type { MeterEvent, MeterName, ProfileRetail, ProfileStorages } from '@/api/generated/billing';
import type { Plan, PlanOffer, PlanOption, ScheduledChange } from '@/api/billing/membership';
import { gigabyte, makeBill } from './bills';
import { type Calls, find, paged, refuse } from './calls';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

const hour = 3600;

export const makeOffer = (name: string, more: Part<PlanOffer> = {}): PlanOffer =>
  sample('PlanOffer', {
    name,
    price: 30_00,
    currency: 'USD',
    term: 'month',
    hours: 40 * hour,
    orders: 20,
    activeOrders: 5,
    storage: 10 * gigabyte,
    ...more,
  });

const free = { price: 0, hours: 5 * hour, orders: 3, activeOrders: 1, storage: gigabyte, payg: true, hourPrice: 60_00 };
const offers = [
  makeOffer('Starter', free),
  makeOffer('Studio'),
  makeOffer('Studio Plus', { price: 60_00, hours: 100 * hour, orders: -1, activeOrders: 12, storage: 50 * gigabyte }),
  makeOffer('Agency', { price: 1_200_00, term: 'year', hours: -1, orders: -1, activeOrders: -1, storage: -1 }),
];

const makePlan = (n: number): Plan =>
  sample('Plan', { id: uuid(900 + n), edition: 1, offered: true, offer: offers[n] });

const cycle = { from: '2026-11-25', until: '2026-12-10' };

export const makeOptions = (): PlanOption[] => [
  {
    plan: makePlan(0),
    kind: 'downgrade',
    atOnce: false,
    later: false,
    refused: 'There are too many active orders for this plan.',
  },
  { plan: makePlan(1), kind: 'present', atOnce: false, later: false },
  {
    plan: makePlan(2),
    kind: 'upgrade',
    atOnce: true,
    later: true,
    bill: makeBill('USD', 20_000, [
      { kind: 'unused', name: 'Studio', price: -15_00, amount: -15_00, ...cycle },
      { kind: 'plan', name: 'Studio Plus', price: 30_00, amount: 30_00, ...cycle },
    ]),
    confirm: { at: at(5), total: 18_00 },
  },
  { plan: makePlan(3), kind: 'upgrade', atOnce: false, later: true },
];

export const makeMembership = (more: Part<ProfileMembership> = {}): ProfileMembership =>
  sample('ProfileMembership', {
    type: 'paid',
    title: 'Studio',
    state: 'active',
    label: 'Next Payment Due Date',
    paymentTerm: 'month',
    dueDate: '2026-12-11T00:00:00Z',
    dueOn: '2026-12-10',
    cycleEnds: '2026-12-10',
    isActive: true,
    open: true,
    offered: true,
    allocatedHour: { used: 9 * hour, quota: 40 * hour, packageAllocatedHours: 40 * hour },
    orders: { used: 18, quota: 20, currentActiveOrder: 4, maximumActiveOrder: 5 },
    ...more,
  });

export const makeStorages = (): ProfileStorages => ({
  used: 4 * gigabyte,
  quota: 10 * gigabyte,
  additionals: [
    { name: 'Archive 5 GB', used: gigabyte, quota: 5 * gigabyte },
    { name: 'Video 20 GB', used: 0, quota: 20 * gigabyte },
  ],
});

export const makeRetail = (more: Part<ProfileRetail> = {}): ProfileRetail =>
  sample('ProfileRetail', {
    allocatedHourExtra: 10 * hour,
    allocatedHourUsed: 3.5 * hour,
    activeOrderQuota: 1,
    additionalStorageUsed: gigabyte,
    additionalStorageQuota: 25 * gigabyte,
    ...more,
  });

/** The abilities of an owner and of their team on the plan of the account (D-52). */
const ownerMay = {
  'manage-membership': ['read', 'create', 'update', 'delete'],
  'subscription-leave': ['read', 'update'],
  'billing-info': ['read', 'create', 'update', 'delete'],
  'nav-manage-membership': ['read'],
};
const staffMay = { 'manage-membership': ['read'] };

/** Returns a profile whose account has a plan. */
export const withPlan = (me: Profile, more: Part<ProfileMembership> = {}): Profile => ({
  ...me,
  abilities: { ...me.abilities, ...(me.role === 'owner' ? ownerMay : staffMay) },
  isSubscriber: more.type !== 'free',
  membership: makeMembership(more),
  storages: makeStorages(),
  retail: makeRetail(),
});

/** Events of worked time, 51 of them, with the sum of the meter. */
const worked = (): MeterEvent[] =>
  Array.from({ length: 51 }, (_, n) => ({
    at: at(-n / 10),
    amount: n === 50 ? 0 : 900,
    orderId: uuid(100 + (n % 5)),
    order: 'Autumn harvest jar label',
  }));

const until = '2026-12-10';

/** The plan of the caller's account. It changes the membership of the profile that it is given. */
export class FakeMembership {
  options: PlanOption[] = makeOptions();
  events: Partial<Record<MeterName, MeterEvent[]>> = { hours: worked() };

  constructor(private readonly profile: () => Profile) {}

  private readonly took = () => this.schedule(undefined);

  readonly calls: Calls = {
    continueSubscription: this.took,
    cancelLeave: this.took,
    cancelUpgrade: this.took,
    cancelDowngrade: this.took,
    takeLeave: ({ leaveChoice }) => this.schedule({ kind: 'leave', on: until, until: leaveChoice.until }),
    cancelSubscription: () => {
      this.state('cancelled');
      this.schedule({ kind: 'cancel', on: until });
    },
    reactivate: () => this.state('active'),
    membership: () => {
      const { membership: m = makeMembership(), abilities } = this.profile();
      const { state, label, inactive, open, closedBecause, next } = m;
      const { id: planId, edition, offer } = makePlan(1);
      const plan = { planId, edition, offer, from: '2026-11-10', until, due: m.dueDate, dueOn: m.dueOn };
      return {
        data: {
          subscription: {
            state,
            label,
            inactive,
            open,
            closedBecause,
            next,
            ...(state !== 'none' && plan),
            leaveUntil: m.onSubscriptionLeave ? '2027-01-15' : undefined,
          },
          options: abilities['manage-membership']?.includes('update') ? this.options : [],
        },
      };
    },
    choosePlan: ({ planChoice: { planId, confirmed } }) => {
      const options = this.options.map((one) => ({ ...one, id: one.plan.id }));
      const { kind, plan, confirm } = find(options, planId);
      if (!confirmed) {
        return this.schedule({ kind: kind === 'downgrade' ? kind : 'upgrade', on: until, plan: plan.offer.name });
      }
      if (confirmed.total !== confirm?.total) {
        const message = 'The amount has changed since you saw it. Look at it again and confirm it.';
        refuse(409, 'subscription.price_changed', message);
      }
      const { membership } = this.profile();
      if (membership) membership.title = plan.offer.name;
    },
    meterEvents: ({ meter, page }) => {
      const all = this.events[meter] ?? [];
      const { items: events, more } = paged(all, page);
      const used = all.reduce((sum, { amount }) => sum + amount, 0);
      return { data: { meter, from: '2026-11-10T00:00:00Z', used, events, more } };
    },
  };

  private state(state: ProfileMembership['state']) {
    const { membership } = this.profile();
    if (!membership) return;
    const open = state !== 'on-leave' && state !== 'ended';
    const closedBecause = open ? undefined : membership.closedBecause;
    Object.assign(membership, { state, open, closedBecause, onSubscriptionLeave: state === 'on-leave' });
  }

  /** Plans a change of the membership. Without one, what was planned is taken back. */
  private schedule(next: ScheduledChange | undefined): void {
    const { membership } = this.profile();
    if (membership) membership.next = next;
    if (!next && membership?.state === 'cancelled') this.state('active');
  }
}
