import type { Profile, ProfileMembership } from '@/api/generated';
import type {
  LeaveChoice,
  Membership,
  MeterEvent,
  MeterName,
  PlanChoice,
  ProfileRetail,
  ProfileStorages,
} from '@/api/generatedBilling';
import type { Plan, PlanOffer, PlanOption, ScheduledChange } from '@/api/membership';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, uuid } from './data';

const hour = 3600;
const gigabyte = 1024 ** 3;

export const makeOffer = (name: string, more: Partial<PlanOffer> = {}): PlanOffer => ({
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

const offers = [
  makeOffer('Starter', {
    price: 0,
    hours: 5 * hour,
    orders: 3,
    activeOrders: 1,
    storage: gigabyte,
    payg: true,
    hourPrice: 60_00,
  }),
  makeOffer('Studio'),
  makeOffer('Studio Plus', { price: 60_00, hours: 100 * hour, orders: -1, activeOrders: 12, storage: 50 * gigabyte }),
  makeOffer('Agency', { price: 1_200_00, term: 'year', hours: -1, orders: -1, activeOrders: -1, storage: -1 }),
];

export const makePlan = (n: number): Plan => ({
  id: uuid(900 + n),
  edition: 1,
  offered: true,
  offer: offers[n] ?? makeOffer('Plan'),
});

const bill = (name: string, price: number, unused: number) => ({
  currency: 'USD',
  lines: [
    {
      kind: 'unused' as const,
      name: 'Studio',
      quantity: 1,
      price: -unused,
      amount: -unused,
      from: '2026-11-25',
      until: '2026-12-10',
      taxRate: 20_000,
    },
    {
      kind: 'plan' as const,
      name,
      quantity: 1,
      price,
      amount: price,
      from: '2026-11-25',
      until: '2026-12-10',
      taxRate: 20_000,
    },
  ],
  net: price - unused,
  taxRate: 20_000,
  taxes: [{ rate: 20_000, net: price - unused, tax: (price - unused) / 5 }],
  tax: (price - unused) / 5,
  total: ((price - unused) * 6) / 5,
});

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
    bill: bill('Studio Plus', 30_00, 15_00),
    confirm: { at: at(5), total: 18_00 },
  },
  { plan: makePlan(3), kind: 'upgrade', atOnce: false, later: true },
];

const noTrial = { haveFreeTrial: false, isExpiredFreeTrial: false, freeTrialDays: 0, popup: false, banner: '' };

export const makeMembership = (more: Partial<ProfileMembership> = {}): ProfileMembership => ({
  type: 'paid',
  title: 'Studio',
  state: 'active',
  label: 'Next Payment Due Date',
  paymentTerm: 'month',
  dueDate: '2026-12-11T00:00:00Z',
  dueOn: '2026-12-10',
  onSubscriptionLeaveReactivationDateFormat: '',
  cycleEnds: '2026-12-10',
  isActive: true,
  inactive: false,
  open: true,
  offered: true,
  onFreeTrial: false,
  freeTrial: noTrial,
  latePaymentPopup: false,
  onSubscriptionLeave: false,
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

export const makeRetail = (more: Partial<ProfileRetail> = {}): ProfileRetail => ({
  allocatedHourExtra: 10 * hour,
  allocatedHourSubscription: 0,
  allocatedHourUsed: 3.5 * hour,
  activeOrderQuota: 1,
  totalOrderExtra: 0,
  totalOrderSubscription: 0,
  totalOrderQuota: 0,
  totalOrderUsed: 0,
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
export const withPlan = (me: Profile, more: Partial<ProfileMembership> = {}): Profile => ({
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

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });

/** The plan of the caller's account. It changes the membership of the profile that it is given. */
export class FakeMembership {
  options: PlanOption[] = makeOptions();
  next: ScheduledChange | undefined;
  events: Partial<Record<MeterName, MeterEvent[]>> = { hours: worked() };

  constructor(private readonly profile: () => Profile) {}

  answer(request: FakeRequest, [area, id = '', sub = '']: string[]): FakeAnswer | undefined {
    if (area === 'billing' && id === 'meters') return this.meter(request, sub as MeterName);
    if (area === 'profile' && id === 'continue-subscription') return this.took('Your subscription goes on');
    if (area !== 'package') return undefined;
    const { method } = request;
    switch (id) {
      case '':
        return method === 'PUT' ? this.choose(request) : ok(this.membership());
      case 'leave':
        if (method === 'DELETE') return this.took('The leave is cancelled');
        return this.schedule(
          { kind: 'leave', on: '2026-12-10', until: (JSON.parse(request.body) as LeaveChoice).until },
          'Your leave is planned',
        );
      case 'cancel':
        this.state('cancelled');
        return this.schedule({ kind: 'cancel', on: '2026-12-10' }, 'Your subscription ends with its cycle');
      case 'reactivate':
        this.state('active');
        return done('Your subscription is active again');
      default:
        return this.took(id === 'cancel-upgrade' ? 'The upgrade is cancelled' : 'The downgrade is cancelled');
    }
  }

  private state(state: ProfileMembership['state']) {
    const { membership } = this.profile();
    if (!membership) return;
    const open = state !== 'on-leave' && state !== 'ended';
    const closedBecause = open ? undefined : membership.closedBecause;
    Object.assign(membership, { state, open, closedBecause, onSubscriptionLeave: state === 'on-leave' });
  }

  private membership(): Membership {
    const m = this.profile().membership ?? makeMembership();
    const may = this.profile().abilities['manage-membership']?.includes('update');
    return {
      subscription: {
        state: m.state,
        label: m.label,
        inactive: m.inactive,
        open: m.open,
        closedBecause: m.closedBecause,
        ...(m.state !== 'none' && {
          planId: makePlan(1).id,
          edition: 1,
          offer: makePlan(1).offer,
          from: '2026-11-10',
          until: '2026-12-10',
          due: m.dueDate,
          dueOn: m.dueOn,
        }),
        leaveUntil: m.onSubscriptionLeave ? '2027-01-15' : undefined,
        next: m.next,
      },
      options: may ? this.options : [],
    };
  }

  private schedule(next: ScheduledChange, message: string): FakeAnswer {
    const { membership } = this.profile();
    if (membership) membership.next = next;
    return done(message);
  }

  private took(message: string): FakeAnswer {
    const { membership } = this.profile();
    if (membership) membership.next = undefined;
    if (membership?.state === 'cancelled') this.state('active');
    return done(message);
  }

  private choose({ body }: FakeRequest): FakeAnswer {
    const { planId, confirmed } = JSON.parse(body) as PlanChoice;
    const option = this.options.find(({ plan }) => plan.id === planId);
    if (!option) return refused(404, 'not_found', 'This does not exist or you may not see it.');
    if (confirmed && confirmed.total !== option.confirm?.total) {
      const message = 'The amount has changed since you saw it. Look at it again and confirm it.';
      return refused(409, 'subscription.price_changed', message);
    }
    const { name } = option.plan.offer;
    if (!confirmed) {
      return this.schedule(
        { kind: option.kind === 'downgrade' ? 'downgrade' : 'upgrade', on: '2026-12-10', plan: name },
        'Your plan changes when the cycle ends',
      );
    }
    const { membership } = this.profile();
    if (membership) membership.title = name;
    return done('Your plan is changed');
  }

  private meter({ query }: FakeRequest, meter: MeterName): FakeAnswer {
    const events = this.events[meter] ?? [];
    const page = Number(query.get('page') ?? 1);
    const used = events.reduce((sum, { amount }) => sum + amount, 0);
    return ok({
      meter,
      from: '2026-11-10T00:00:00Z',
      used,
      events: events.slice((page - 1) * 50, page * 50),
      more: events.length > page * 50,
    });
  }
}
