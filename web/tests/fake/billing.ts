import type { Invoice, InvoicePayment, Payment, Plan, PlanOffer, SellingTerms, InvoiceVoid } from '@/api/billing';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { gigabyte, makeInvoice, makeOffer, makePlan, membership, paymentOf } from './bills';
import { at, uuid } from './data';

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });
const unknown = refused(404, 'not_found', 'This does not exist or you may not see it.');

/** How many entries a page of a list has. */
const onPage = 6;

/** What an account pays, and what is sold to it. */
export class FakeBilling {
  plans: Plan[] = [
    makePlan(
      0,
      makeOffer('Free', {
        price: 0,
        hours: 7200,
        orders: 3,
        activeOrders: 1,
        storage: gigabyte,
        payg: true,
        hourPrice: 6000,
      }),
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
    makeInvoice(4, { state: 'past-due', dueAt: at(-12), dueOn: at(-12).slice(0, 10) }),
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

  answer(request: FakeRequest, [area = '', id = '', sub = '', last = '', more = '']: string[]): FakeAnswer | undefined {
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
    return this.invoice(request, sub, more || last);
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
    if (action === 'correction') {
      const payment = this.payments.find(({ invoiceId, kind }) => invoiceId === id && kind === 'paid');
      const { on, reference } = JSON.parse(body) as InvoicePayment;
      Object.assign(invoice, { paidOn: on });
      if (payment) Object.assign(payment, { on, reference });
      return done('The payment is corrected');
    }
    if (action === 'void') {
      if (!(JSON.parse(body) as InvoiceVoid).reason) return refused(400, 'reason.missing', 'A reason is needed.');
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
