import type { Bill, CustomerMembership, Invoice, Payment, Plan, PlanOffer } from '@/api/billing';
import { at, uuid } from './data';

export const gigabyte = 1024 ** 3;
const account = uuid(320); // Acme Foods

export const makeOffer = (name: string, more: Partial<PlanOffer> = {}): PlanOffer => ({
  name,
  price: 4900,
  currency: 'EUR',
  term: 'month',
  hours: 144_000,
  orders: -1,
  activeOrders: 4,
  storage: 10 * gigabyte,
  trialDays: 14,
  ...more,
});

export const makePlan = (n: number, offer: PlanOffer, more: Partial<Plan> = {}): Plan => ({
  id: uuid(900 + n),
  edition: 1,
  offered: true,
  offer,
  ...more,
});

/** A bill of a plan for November, and of what was not used of the plan before. */
const makeBill = (more: Partial<Bill> = {}): Bill => ({
  currency: 'EUR',
  lines: [
    {
      kind: 'plan',
      name: 'Studio',
      quantity: 1,
      price: 14_900,
      amount: 14_900,
      from: '2026-11-01',
      until: '2026-12-01',
      taxRate: 19_000,
    },
    {
      kind: 'unused',
      name: 'Starter',
      quantity: 1,
      price: -4900,
      amount: -2450,
      from: '2026-11-16',
      until: '2026-12-01',
      taxRate: 19_000,
    },
  ],
  net: 12_450,
  taxRate: 19_000,
  taxes: [{ rate: 19_000, net: 12_450, tax: 2366 }],
  tax: 2366,
  total: 14_816,
  ...more,
});

export const makeInvoice = (n: number, more: Partial<Invoice> = {}): Invoice => ({
  id: uuid(950 + n),
  customerId: account,
  number: `PB-2026-${String(n).padStart(6, '0')}`,
  state: 'open',
  bill: makeBill(),
  issuedAt: at(-10 - n),
  issuedOn: at(-10 - n).slice(0, 10),
  dueAt: at(4 - n),
  dueOn: at(4 - n).slice(0, 10),
  mayChange: false,
  ...more,
});

export const paymentOf = (invoice: Invoice, more: Partial<Payment>): Payment => ({
  id: uuid(980),
  invoiceId: invoice.id,
  number: invoice.number,
  customerId: invoice.customerId,
  kind: 'paid',
  way: 'manual',
  amount: invoice.bill.total,
  currency: invoice.bill.currency,
  at: at(-5),
  on: '2026-11-16',
  ...more,
});

export const membership: CustomerMembership = {
  subscription: {
    state: 'active',
    label: 'Next Payment Due Date',
    inactive: false,
    open: true,
    planId: uuid(901),
    edition: 1,
    offer: makeOffer('Starter'),
    from: '2026-11-01',
    until: '2026-12-01',
    due: '2026-12-01T00:00:00Z',
    dueOn: '2026-12-01',
    next: { kind: 'downgrade', on: '2026-12-01', plan: 'Free' },
  },
  membership: {
    type: 'paid',
    title: 'Starter',
    state: 'active',
    label: 'Next Payment Due Date',
    paymentTerm: 'month',
    dueDate: '2026-12-01T00:00:00Z',
    onSubscriptionLeaveReactivationDateFormat: '',
    isActive: true,
    inactive: false,
    open: true,
    offered: true,
    onFreeTrial: false,
    freeTrial: { haveFreeTrial: false, isExpiredFreeTrial: false, freeTrialDays: 0, popup: false, banner: '' },
    latePaymentPopup: false,
    onSubscriptionLeave: false,
    allocatedHour: { used: 45_000, quota: 144_000, packageAllocatedHours: 144_000 },
    orders: { used: 7, quota: -1, currentActiveOrder: 2, maximumActiveOrder: 4 },
  },
  storages: { used: 3 * gigabyte, quota: 10 * gigabyte, additionals: [] },
  retail: {
    allocatedHourExtra: 0,
    allocatedHourSubscription: 0,
    allocatedHourUsed: 0,
    activeOrderQuota: 0,
    totalOrderExtra: 0,
    totalOrderSubscription: 0,
    totalOrderQuota: 0,
    totalOrderUsed: 0,
    additionalStorageUsed: 0,
    additionalStorageQuota: 0,
  },
};
