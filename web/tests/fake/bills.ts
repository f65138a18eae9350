import type { Bill, CustomerMembership, Invoice, Payment, Plan, PlanOffer } from '@/api/billing/billing';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

export const gigabyte = 1024 ** 3;
const account = uuid(320); // Acme Foods

export const makeOffer = (name: string, more: Part<PlanOffer> = {}): PlanOffer =>
  sample('PlanOffer', {
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

export const makePlan = (n: number, offer: PlanOffer, more: Part<Plan> = {}): Plan =>
  sample('Plan', { id: uuid(900 + n), edition: 1, offered: true, offer, ...more });

/** Returns a bill whose lines have one tax rate. */
export function makeBill(currency: string, taxRate: number, lines: Part<Bill['lines']>): Bill {
  const net = lines.reduce((sum, { amount = 0 }) => sum + amount, 0);
  const tax = Math.round((net * taxRate) / 100_000);
  const taxed = lines.map((line) => ({ quantity: 1, taxRate, ...line }));
  return sample('Bill', {
    currency,
    lines: taxed,
    net,
    taxRate,
    taxes: [{ rate: taxRate, net, tax }],
    tax,
    total: net + tax,
  });
}

/** What was not used of the plan before is taken off. */
const novemberBill = makeBill('EUR', 19_000, [
  { kind: 'plan', name: 'Studio', price: 14_900, amount: 14_900, from: '2026-11-01', until: '2026-12-01' },
  { kind: 'unused', name: 'Starter', price: -4900, amount: -2450, from: '2026-11-16', until: '2026-12-01' },
]);

export const makeInvoice = (n: number, more: Part<Invoice> = {}): Invoice =>
  sample('Invoice', {
    id: uuid(950 + n),
    customerId: account,
    number: `PB-2026-${String(n).padStart(6, '0')}`,
    state: 'open',
    bill: novemberBill,
    issuedAt: at(-10 - n),
    issuedOn: at(-10 - n).slice(0, 10),
    dueAt: at(4 - n),
    dueOn: at(4 - n).slice(0, 10),
    ...more,
  });

export const paymentOf = ({ id, number, customerId, bill }: Invoice, more: Part<Payment>): Payment =>
  sample('Payment', {
    id: uuid(980),
    invoiceId: id,
    number,
    customerId,
    kind: 'paid',
    way: 'manual',
    amount: bill.total,
    currency: bill.currency,
    at: at(-5),
    on: '2026-11-16',
    ...more,
  });

const now = {
  state: 'active',
  label: 'Next Payment Due Date',
  open: true,
} as const;

export const membership = sample<CustomerMembership>('CustomerMembership', {
  subscription: {
    ...now,
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
    ...now,
    type: 'paid',
    title: 'Starter',
    paymentTerm: 'month',
    dueDate: '2026-12-01T00:00:00Z',
    isActive: true,
    offered: true,
    allocatedHour: { used: 45_000, quota: 144_000, packageAllocatedHours: 144_000 },
    orders: { used: 7, quota: -1, currentActiveOrder: 2, maximumActiveOrder: 4 },
  },
  storages: { used: 3 * gigabyte, quota: 10 * gigabyte },
});
