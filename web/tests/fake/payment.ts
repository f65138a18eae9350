import type { Profile } from '@/api/generated';
import type { EnteredCard, PaymentMethodChange } from '@/api/generatedBilling';
import type { CardPayment, PaymentMethod, PaymentMethods } from '@/api/payment';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import type { FakeBilling } from './billing';
import { paymentOf } from './bills';
import { uuid } from './data';

export const makeMethod = (n: number, more: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: uuid(730 + n),
  brand: 'visa',
  last4: '4242',
  expires: '04/2099',
  active: true,
  isDefault: false,
  ...more,
});

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });
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

  answer(request: FakeRequest, [area, id = '', sub = '', last = '']: string[]): FakeAnswer | undefined {
    if (area !== 'billing') return undefined;
    if (id === 'invoices' && last === 'card-payment') return this.pay(request, sub);
    if (id !== 'payment-methods') return undefined;
    if (sub === 'entry') return ok(entry);
    if (request.method === 'POST') return this.add(request);
    return sub ? this.change(request, sub) : ok(this.shown());
  }

  private shown(): PaymentMethods {
    const { way, methods } = this;
    if (way === 'manual') return { way, bankDetails: this.billing.terms.bankDetails, required: false, methods: [] };
    return { way, required: this.profile().isPaymentComplete === false, methods };
  }

  private add({ body }: FakeRequest): FakeAnswer {
    const { entryId } = JSON.parse(body) as EnteredCard;
    const n = this.methods.length + 1;
    this.methods = [...this.methods, makeMethod(n, { brand: 'amex', last4: entryId.slice(-4).padStart(4, '0') })];
    this.settle();
    return done('The payment method is added');
  }

  private change({ method, body }: FakeRequest, id: string): FakeAnswer {
    const found = this.methods.find((one) => one.id === id);
    if (!found) return refused(404, 'not_found', 'This does not exist or you may not see it.');
    if (method === 'DELETE') {
      if (found.active) {
        const message = 'An active payment method has to be deactivated before it can be deleted.';
        return refused(409, 'payment_method.active', message);
      }
      this.methods = this.methods.filter((one) => one !== found);
      return done('The payment method is deleted');
    }
    const { change } = JSON.parse(body) as PaymentMethodChange;
    this.methods = this.methods.map((one) => {
      if (change === 'make-default') return { ...one, isDefault: one === found };
      return one === found ? { ...one, active: change === 'activate', isDefault: false } : one;
    });
    this.settle();
    return done('The payment method is changed');
  }

  /** The oldest active method is the default if no other is. */
  private settle(): void {
    const first = this.methods.find(({ active }) => active);
    if (this.methods.every(({ isDefault }) => !isDefault)) {
      this.methods = this.methods.map((one) => (one === first ? { ...one, isDefault: true } : one));
    }
    const profile = this.profile();
    if (profile.isPaymentComplete !== undefined) profile.isPaymentComplete = first !== undefined;
  }

  private pay({ method }: FakeRequest, id: string): FakeAnswer {
    const invoice = this.billing.invoices.find((one) => one.id === id);
    if (!invoice) return refused(404, 'not_found', 'This does not exist or you may not see it.');
    const card = this.methods.some(({ isDefault }) => isDefault);
    if (method === 'POST') return ok({ ...entry, ...(card && { methodReference: 'pm_1' }) });
    if (this.ends.state === 'paid') {
      Object.assign(invoice, { state: 'paid', paidOn: '2026-11-20' });
      this.billing.payments.unshift(paymentOf(invoice, { id: uuid(992), way: 'stripe', on: '2026-11-20' }));
    }
    const message = this.ends.state === 'paid' ? 'The invoice is paid' : '';
    return { json: { success: true, message, data: this.ends } };
  }
}
