import type { Profile } from '@/api/generated';
import type { CardPayment, PaymentMethod, PaymentMethods } from '@/api/billing/payment';
import type { FakeBilling } from './billing';
import { type Calls, find, refuse } from './calls';
import { uuid } from './fixed';
import { type Part, sample } from './openapi';

export const makeMethod = (n: number, more: Part<PaymentMethod> = {}): PaymentMethod =>
  sample('PaymentMethod', {
    id: uuid(730 + n),
    brand: 'visa',
    last4: '4242',
    expires: '04/2099',
    active: true,
    ...more,
  });

const entry = { clientSecret: 'secret_1', publishableKey: 'pk_test_1' };

/** How an account pays. Without a payment provider it pays by bank transfer. */
export class FakePayment {
  way: PaymentMethods['way'] = 'manual';
  methods: PaymentMethod[] = [];
  /** How the next payment by card ends. */
  ends: CardPayment = { state: 'paid' };

  constructor(
    private readonly profile: () => Profile,
    private readonly billing: FakeBilling,
  ) {}

  /** Makes the operator take cards, with one that is charged, another one, and one that is not active. */
  takeCards(): void {
    this.way = 'stripe';
    this.methods = [
      makeMethod(1, { isDefault: true }),
      makeMethod(2, { brand: 'mastercard', last4: '4444' }),
      makeMethod(3, { brand: 'girocard', last4: '0005', expires: '01/2020', active: false }),
    ];
  }

  readonly calls: Calls = {
    paymentMethods: () => {
      const { way, methods } = this;
      if (way === 'manual') return { data: { way, bankDetails: this.billing.terms.bankDetails } };
      return { data: { way, required: this.profile().isPaymentComplete === false, methods } };
    },
    enterCard: () => ({ data: entry }),
    addPaymentMethod: ({ enteredCard: { entryId } }) => {
      const last4 = entryId.slice(-4).padStart(4, '0');
      this.settle([...this.methods, makeMethod(this.methods.length + 1, { brand: 'amex', last4 })]);
    },
    changePaymentMethod: ({ methodId, paymentMethodChange: { change } }) => {
      const found = find(this.methods, methodId);
      const changed = this.methods.map((one) => {
        if (change === 'make-default') return { ...one, isDefault: one === found };
        return one === found ? { ...one, active: change === 'activate', isDefault: false } : one;
      });
      this.settle(changed);
    },
    deletePaymentMethod: ({ methodId }) => {
      const found = find(this.methods, methodId);
      if (found.active) {
        const message = 'An active payment method has to be deactivated before it can be deleted.';
        refuse(409, 'payment_method.active', message);
      }
      this.methods = this.methods.filter((one) => one !== found);
    },
    payByCard: ({ invoiceId }) => {
      find(this.billing.invoices, invoiceId);
      const card = this.methods.some(({ isDefault }) => isDefault);
      return { data: { ...entry, ...(card && { methodReference: 'pm_1' }) } };
    },
    finishCardPayment: ({ invoiceId }) => {
      const paid = this.ends.state === 'paid';
      if (paid) this.billing.paid(invoiceId, { id: uuid(992), way: 'stripe', on: '2026-11-20' });
      return { data: this.ends, message: paid ? 'The invoice is paid' : '' };
    },
  };

  /** The oldest active method is the default if no other is. */
  private settle(methods: PaymentMethod[]): void {
    const first = methods.find(({ active }) => active);
    const chosen = methods.some(({ isDefault }) => isDefault);
    this.methods = methods.map((one) => (one === first && !chosen ? { ...one, isDefault: true } : one));
    const profile = this.profile();
    if (profile.isPaymentComplete !== undefined) profile.isPaymentComplete = first !== undefined;
  }
}
