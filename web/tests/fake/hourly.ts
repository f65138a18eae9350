import type { Profile } from '@/api/generated';
import type { Estimate, EstimateTerms, HourlyCustomer, HourlyOrder } from '@/api/hourly';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, uuid } from './data';

const hour = 3600;
const usual: EstimateTerms = { price: 60_00, currency: 'USD', taxRate: 20_000, allocated: 2 * hour };

export const makeHourlyOrder = (n: number, more: Partial<HourlyOrder> = {}): HourlyOrder => ({
  orderId: uuid(1000 + n),
  number: `PB-${1042 + n}`,
  name: `Label ${n}`,
  status: 'in-progress',
  terms: usual,
  estimated: 120_00,
  worked: 0,
  billed: 0,
  unbilled: 0,
  cost: 0,
  confirmedAt: at(-n),
  ...more,
});

export const makeHourlyCustomer = (n: number, name: string, more: Partial<HourlyCustomer> = {}): HourlyCustomer => ({
  id: uuid(330 + n),
  name,
  clientName: 'Northlight Studio',
  plan: 'Hourly',
  orders: 0,
  unbilled: 0,
  ...more,
});

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
  confirmed = new Map<string, EstimateTerms>();

  constructor(private readonly profile: () => Profile) {}

  answer(request: FakeRequest, [area, id = '', sub = '']: string[]): FakeAnswer | undefined {
    if (area !== 'payg') return undefined;
    if (id === 'customers') return this.list(request);
    if (id === '') return this.page(request);
    if (request.path.endsWith('/ask')) return this.ask(sub);
    return request.method === 'POST' ? this.confirm(request, sub) : ok(this.estimate(sub));
  }

  /** Returns why a draft cannot be placed yet. */
  refusal(orderId: string): FakeAnswer | undefined {
    if (!this.profile().isPayg) return undefined;
    const seen = this.confirmed.get(orderId);
    if (!seen) return estimateMissing;
    return JSON.stringify(seen) === JSON.stringify(this.terms) ? undefined : estimateChanged;
  }

  private page({ query }: FakeRequest): FakeAnswer {
    const first = (Number(query.get('page') ?? 1) - 1) * onPage;
    const active = this.profile().isPayg === true;
    return ok({
      active,
      ...(active && { price: this.terms.price, currency: this.terms.currency }),
      orders: this.orders.slice(first, first + onPage),
      more: this.orders.length > first + onPage,
    });
  }

  private list({ query }: FakeRequest): FakeAnswer {
    const search = (query.get('search') ?? '').toLowerCase();
    const found = this.customers.filter(({ name }) => name.toLowerCase().includes(search));
    const first = found.findIndex(({ id }) => id === query.get('after')) + 1;
    const shown = found.slice(first, first + onPage);
    return ok({ customers: shown, next: found.length > first + onPage ? shown.at(-1)?.id : undefined });
  }

  private estimate(orderId: string): Estimate {
    const { price, currency, taxRate, allocated } = this.terms;
    const amount = (price * allocated) / hour;
    const tax = (amount * taxRate) / 100_000;
    const line = {
      kind: 'work',
      name: 'Order PB-1046',
      quantity: allocated / 900,
      price,
      amount,
      taxRate,
      orderId,
    } as const;
    return {
      needed: this.profile().isPayg === true,
      mayConfirm: this.profile().role === 'owner',
      confirmed: this.refusal(orderId) === undefined,
      terms: this.terms,
      bill: {
        currency,
        lines: [{ ...line, seconds: allocated }],
        net: amount,
        taxRate,
        taxes: [{ rate: taxRate, net: amount, tax }],
        tax,
        total: amount + tax,
      },
    };
  }

  private readonly asked = new Set<string>();

  private ask(orderId: string): FakeAnswer {
    if (this.asked.has(orderId))
      return refused(409, 'order.estimate_asked', 'The account owner was asked for the estimate 1 min ago.');
    this.asked.add(orderId);
    return { json: { success: true, message: 'The account owner is asked to confirm the estimate' } };
  }

  private confirm({ body }: FakeRequest, orderId: string): FakeAnswer {
    const seen = JSON.parse(body) as EstimateTerms;
    if (JSON.stringify(seen) !== JSON.stringify(this.terms)) return estimateChanged;
    this.confirmed.set(orderId, seen);
    return { json: { success: true, message: 'The estimate is confirmed' } };
  }
}
