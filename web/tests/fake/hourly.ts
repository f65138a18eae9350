import type { Profile } from '@/api/generated';
import type { EstimateTerms, HourlyCustomer, HourlyOrder } from '@/api/billing/hourly';
import { type FakeAnswer, refused } from './answers';
import { type Calls, following, matches, paged, refuse, Refused } from './calls';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

const hour = 3600;
const usual: EstimateTerms = { price: 60_00, currency: 'USD', taxRate: 20_000, allocated: 2 * hour };

export const makeHourlyOrder = (n: number, more: Part<HourlyOrder> = {}): HourlyOrder =>
  sample('HourlyOrder', {
    orderId: uuid(1000 + n),
    number: `PB-${1042 + n}`,
    name: `Label ${n}`,
    status: 'in-progress',
    terms: usual,
    estimated: 120_00,
    confirmedAt: at(-n),
    ...more,
  });

export const makeHourlyCustomer = (n: number, name: string, more: Part<HourlyCustomer> = {}): HourlyCustomer =>
  sample('HourlyCustomer', { id: uuid(330 + n), name, clientName: 'Northlight Studio', plan: 'Hourly', ...more });

/** How many entries a page of a list has. */
const onPage = 3;

export const estimateMissing = refused(
  409,
  'order.estimate_missing',
  'This order is paid by the hour. The account owner has to confirm its estimate first.',
);
export const estimateChanged = refused(
  409,
  'order.estimate_changed',
  'The price or the time has changed since the estimate was shown. Look at it again and confirm it.',
);

/** Work that is paid by the hour. The account of the caller pays so if its profile has `isPayg`. */
export class FakeHourly {
  terms = usual;
  orders: HourlyOrder[] = [
    makeHourlyOrder(0, { worked: 6000, billed: 900, unbilled: 6300, cost: 105_00 }),
    makeHourlyOrder(1, { name: undefined, number: undefined, status: undefined, worked: 1800, billed: 1800 }),
    makeHourlyOrder(2, { terms: { ...usual, allocated: 0 }, estimated: 0, status: 'queue' }),
  ];
  customers: HourlyCustomer[] = [
    makeHourlyCustomer(1, 'Acme Foods', { price: 60_00, currency: 'USD', orders: 2, unbilled: 6300 }),
    makeHourlyCustomer(2, 'Beta Bakery'),
  ];
  private readonly confirmed = new Map<string, EstimateTerms>();
  private readonly asked = new Set<string>();

  constructor(private readonly profile: () => Profile) {}

  readonly calls: Calls = {
    hourlyOrders: ({ page }) => {
      const { items: orders, more } = paged(this.orders, page, onPage);
      const { price, currency } = this.terms;
      return { data: { ...(this.profile().isPayg && { active: true, price, currency }), orders, more } };
    },
    hourlyCustomers: ({ search, after }) => {
      const found = this.customers.filter(({ name }) => matches(search, name));
      const { items: customers, next } = following(found, after, onPage);
      return { data: { customers, next } };
    },
    estimate: ({ orderId }) => {
      const { price, currency, taxRate, allocated } = this.terms;
      const net = (price * allocated) / hour;
      const tax = (net * taxRate) / 100_000;
      const of = { name: 'Order PB-1046', quantity: allocated / 900, price, amount: net, taxRate, orderId };
      const lines = [{ kind: 'work' as const, seconds: allocated, ...of }];
      const bill = { currency, lines, net, taxRate, taxes: [{ rate: taxRate, net, tax }], tax, total: net + tax };
      return {
        data: {
          needed: this.profile().isPayg === true,
          mayConfirm: this.profile().role === 'owner',
          confirmed: this.refusal(orderId) === undefined,
          terms: this.terms,
          bill,
        },
      };
    },
    confirmEstimate: ({ orderId, estimateTerms }) => {
      if (!this.isNow(estimateTerms)) throw new Refused(estimateChanged);
      this.confirmed.set(orderId, estimateTerms);
    },
    askForEstimate: ({ orderId }) => {
      if (this.asked.has(orderId)) {
        refuse(409, 'order.estimate_asked', 'The account owner was asked for the estimate 1 min ago.');
      }
      this.asked.add(orderId);
    },
  };

  private isNow(seen: EstimateTerms): boolean {
    return JSON.stringify(seen) === JSON.stringify(this.terms);
  }

  /** Returns why a draft cannot be placed yet. */
  refusal(orderId: string): FakeAnswer | undefined {
    if (!this.profile().isPayg) return undefined;
    const seen = this.confirmed.get(orderId);
    if (!seen) return estimateMissing;
    return this.isNow(seen) ? undefined : estimateChanged;
  }
}
