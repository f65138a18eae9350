import type { Invoice, Payment, Plan, SellingTerms } from '@/api/billing/billing';
import { gigabyte, makeInvoice, makeOffer, makePlan, membership, paymentOf } from './bills';
import { type Calls, find, type OtherCalls, paged } from './calls';
import { at, uuid } from './fixed';

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

  /** Is told which invoice is asked for. */
  asked: (id: string) => void = () => undefined;

  /** `sells`: the caller is one of those who sell to the account. */
  constructor(public sells: boolean) {}

  readonly calls: Calls = {
    customerMembership: () => ({ data: membership }),
    invoices: ({ page }) => this.page(this.invoices, page),
    soldInvoices: ({ state, number = '', page }) =>
      this.page(
        this.invoices.filter((one) => (!state || one.state === state) && one.number.startsWith(number)),
        page,
      ),
    invoice: ({ invoiceId }) => {
      this.asked(invoiceId);
      const invoice = find(this.invoices, invoiceId);
      const unpaid = invoice.state === 'open' || invoice.state === 'past-due';
      return {
        data: {
          ...this.shown(invoice),
          ...(unpaid && { bankDetails: this.terms.bankDetails }),
          payments: this.payments.filter((one) => one.invoiceId === invoiceId),
        },
      };
    },
    payments: ({ page }) => {
      const { items: data, more } = paged(this.payments, page, onPage);
      return { data, more };
    },
    payment: ({ paymentId }) => ({ data: find(this.payments, paymentId) }),
    payInvoice: ({ invoiceId, invoicePayment: { on, reference } }) =>
      this.paid(invoiceId, { id: uuid(990), on, reference }),
    correctPayment: ({ invoiceId, invoicePayment }) => {
      find(this.invoices, invoiceId).paidOn = invoicePayment.on;
      const payment = this.payments.find((one) => one.invoiceId === invoiceId && one.kind === 'paid');
      if (payment) Object.assign(payment, invoicePayment);
    },
    voidInvoice: ({ invoiceId }) => {
      find(this.invoices, invoiceId).state = 'void';
    },
    creditInvoice: ({ invoiceId }) => {
      const creditNote = 'PB-C-2026-000002';
      const invoice = Object.assign(find(this.invoices, invoiceId), { state: 'refunded', creditNote });
      const given = { id: uuid(991), kind: 'refunded', amount: -invoice.bill.total, reference: creditNote } as const;
      this.payments.unshift(paymentOf(invoice, given));
    },
    sellingTerms: () => ({ data: this.terms }),
    saveSellingTerms: ({ sellingTerms }) => {
      this.terms = sellingTerms;
    },
    plans: () => ({ data: this.plans }),
    createPlan: ({ planOffer }) => void this.plans.push(makePlan(this.plans.length, planOffer)),
    revisePlan: ({ planId, planOffer: offer }) => {
      const plan = find(this.plans, planId);
      Object.assign(plan, { offer, edition: plan.edition + 1 });
    },
    retirePlan: ({ planId }) => {
      find(this.plans, planId).offered = false;
    },
    reofferPlan: ({ planId }) => {
      find(this.plans, planId).offered = true;
    },
  };

  readonly others: OtherCalls = { invoicePdf: () => ({ json: 'a document' }) };

  /** Marks an invoice as paid. */
  paid(id: string, payment: Partial<Payment>): void {
    const invoice = Object.assign(find(this.invoices, id), { state: 'paid', paidOn: payment.on });
    this.payments.unshift(paymentOf(invoice, payment));
  }

  private page(all: Invoice[], page: number | undefined) {
    const { items, more } = paged(all, page, onPage);
    return { data: items.map((one) => this.shown(one)), more };
  }

  private shown(invoice: Invoice): Invoice {
    return { ...invoice, mayChange: this.sells, ...(this.sells && { customer: 'Acme Foods' }) };
  }
}
