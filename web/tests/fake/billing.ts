import type {
  Bill,
  CustomerMembership,
  Invoice,
  InvoicePayment,
  Payment,
  Plan,
  PlanOffer,
  SellingTerms,
  VoidedInvoice,
} from '@/api/billing';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, uuid } from './data';

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });
const unknown = refused(404, 'not_found', 'This does not exist or you may not see it.');

const gigabyte = 1024 ** 3;
const account = uuid(320); // Acme Foods

const makeOffer = (name: string, more: Partial<PlanOffer> = {}): PlanOffer => ({
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
    },
    {
      kind: 'unused',
      name: 'Starter',
      quantity: 1,
      price: -4900,
      amount: -2450,
      from: '2026-11-16',
      until: '2026-12-01',
    },
  ],
  net: 12_450,
  taxRate: 19_000,
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
  dueAt: at(4 - n),
  mayChange: false,
  ...more,
});

const paymentOf = (invoice: Invoice, more: Partial<Payment>): Payment => ({
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

const membership: CustomerMembership = {
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
    next: { kind: 'downgrade', on: '2026-12-01', plan: 'Free' },
  },
  membership: {
    type: 'paid',
    title: 'Starter',
    state: 'active',
    label: 'Next Payment Due Date',
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

/** How many entries a page of a list has. */
const onPage = 6;

/** What an account pays, and what is sold to it. */
export class FakeBilling {
  plans: Plan[] = [
    makePlan(
      0,
      makeOffer('Free', { price: 0, hours: 7200, orders: 3, activeOrders: 1, storage: gigabyte, payg: true }),
    ),
    makePlan(1, makeOffer('Starter'), { edition: 3 }),
    makePlan(2, makeOffer('Studio', { price: 14_900, hours: -1, activeOrders: -1, storage: -1, trialDays: 0 })),
    makePlan(3, makeOffer('Intro', { price: 990, services: [uuid(301)] }), { offered: false, edition: 2 }),
  ];
  terms: SellingTerms = {
    taxRate: 19_000,
    paymentDays: 0,
    bankDetails: 'Northlight Studio\nIBAN DE02 1203 0000 0000 2020 51',
  };
  invoices: Invoice[] = [
    makeInvoice(5),
    makeInvoice(4, { state: 'past-due', dueAt: at(-12) }),
    makeInvoice(3, { state: 'paid', paidOn: '2026-11-16' }),
    makeInvoice(2, { state: 'void' }),
    makeInvoice(1, { state: 'refunded', paidOn: '2026-10-20', creditNote: 'PB-C-2026-000001' }),
  ];
  payments: Payment[] = [
    paymentOf(makeInvoice(3), { id: uuid(984), reference: 'Statement 11/4' }),
    paymentOf(makeInvoice(1), {
      id: uuid(983),
      kind: 'refunded',
      amount: -14_816,
      on: '2026-10-30',
      reference: 'PB-C-2026-000001',
    }),
    paymentOf(makeInvoice(1), { id: uuid(982), way: 'stripe', on: '2026-10-20' }),
    paymentOf(makeInvoice(1), {
      id: uuid(981),
      kind: 'refused',
      way: 'stripe',
      on: undefined,
      failure: 'The card has expired.',
    }),
  ];
  membership = membership;

  /** `sells`: the caller is one of those who sell to the account. */
  constructor(public sells: boolean) {}

  answer(request: FakeRequest, [area = '', id = '', sub = '', last = '']: string[]): FakeAnswer | undefined {
    if (area === 'customers' && sub === 'membership') return ok(this.membership);
    if (area === 'plans') return this.plan(request, id, sub);
    if (area === 'sellers' && sub === 'terms') return this.sellingTerms(request);
    if (area === 'sellers' && sub === 'plans') return this.sellerPlans(request);
    if (area === 'sellers')
      return this.page(
        this.found(request).map((one) => this.shown(one)),
        request,
      );
    if (area !== 'billing') return undefined;
    if (id === 'payments') return this.payment(request, sub);
    if (!sub)
      return this.page(
        this.invoices.map((one) => this.shown(one)),
        request,
      );
    return this.invoice(request, sub, last);
  }

  private page(all: object[], { query }: FakeRequest): FakeAnswer {
    const first = (Number(query.get('page') ?? 1) - 1) * onPage;
    return { json: { success: true, data: all.slice(first, first + onPage), more: all.length > first + onPage } };
  }

  private shown(invoice: Invoice): Invoice {
    return { ...invoice, mayChange: this.sells, ...(this.sells && { customer: 'Acme Foods' }) };
  }

  private found({ query }: FakeRequest): Invoice[] {
    const [state, number] = [query.get('state'), query.get('number') ?? ''];
    return this.invoices.filter((one) => (!state || one.state === state) && one.number.startsWith(number));
  }

  private payment(request: FakeRequest, id: string): FakeAnswer {
    if (!id) return this.page(this.payments, request);
    const payment = this.payments.find((one) => one.id === id);
    return payment ? ok(payment) : unknown;
  }

  private invoice({ body }: FakeRequest, id: string, action: string): FakeAnswer {
    const invoice = this.invoices.find((one) => one.id === id);
    if (!invoice) return unknown;
    if (action === 'payment') {
      const { on, reference } = JSON.parse(body) as InvoicePayment;
      Object.assign(invoice, { state: 'paid', paidOn: on });
      this.payments.unshift(paymentOf(invoice, { id: uuid(990), on, reference }));
      return done('The invoice is marked as paid');
    }
    if (action === 'void') {
      if (!(JSON.parse(body) as VoidedInvoice).reason) return refused(400, 'reason.missing', 'A reason is needed.');
      invoice.state = 'void';
      return done('The invoice need not be paid');
    }
    if (action === 'credit') {
      const creditNote = 'PB-C-2026-000002';
      Object.assign(invoice, { state: 'refunded', creditNote });
      const given = { id: uuid(991), kind: 'refunded', amount: -invoice.bill.total, reference: creditNote } as const;
      this.payments.unshift(paymentOf(invoice, given));
      return done('What was paid is given back');
    }
    if (action === 'pdf') return ok('a document');
    const unpaid = invoice.state === 'open' || invoice.state === 'past-due';
    return ok({
      ...this.shown(invoice),
      ...(unpaid && { bankDetails: this.terms.bankDetails }),
      payments: this.payments.filter(({ invoiceId }) => invoiceId === id),
    });
  }

  private sellingTerms({ method, body }: FakeRequest): FakeAnswer {
    if (method === 'GET') return ok(this.terms);
    this.terms = JSON.parse(body) as SellingTerms;
    return done('The terms are saved');
  }

  private sellerPlans({ method, body }: FakeRequest): FakeAnswer {
    if (method === 'GET') return ok(this.plans);
    this.plans.push(makePlan(this.plans.length, JSON.parse(body) as PlanOffer));
    return done('The plan is created');
  }

  private plan({ method, body }: FakeRequest, id: string, sub: string): FakeAnswer {
    const plan = this.plans.find((one) => one.id === id);
    if (!plan) return unknown;
    if (method === 'DELETE' || sub === 'offer') {
      plan.offered = sub === 'offer';
      return done(plan.offered ? 'The plan is offered again' : 'The plan is no longer offered');
    }
    Object.assign(plan, { offer: JSON.parse(body) as PlanOffer, edition: plan.edition + 1 });
    return done('The plan is changed. Subscriptions keep theirs until their next cycle');
  }
}
