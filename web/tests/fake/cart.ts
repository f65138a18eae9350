import type { Profile } from '@/api/generated';
import type { AddOn, Cart, CartItem, CartLine, Checkout, Pack, PriceList, PricedCart } from '@/api/generatedBilling';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import type { FakeBilling } from './billing';
import { makeInvoice } from './bills';
import { uuid } from './data';

const gigabyte = 1024 ** 3;

export const makePack = (n: number, name: string, more: Partial<Pack> = {}): Pack => ({
  id: uuid(700 + n),
  name,
  kind: 'hours',
  size: 36_000,
  price: 400_00,
  currency: 'USD',
  ...more,
});

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });

/** In thousandths of a percent. */
const taxRate = 20_000;

/** The packs that a client sells, and what the account of the caller buys of them. */
export class FakeCart {
  version = 1;
  packs: Pack[] = [
    makePack(1, '10 hours'),
    makePack(2, '5 orders', { kind: 'orders', size: 5, price: 25_00 }),
    makePack(3, 'Another active order', { kind: 'active-orders', size: 1, price: 9_50 }),
    makePack(4, 'Archive 20 GB', { kind: 'bytes', size: 20 * gigabyte, price: 4_00 }),
  ];
  addOns: AddOn[] = [
    {
      pack: makePack(4, 'Archive 20 GB', { kind: 'bytes', size: 20 * gigabyte, price: 3_00 }),
      quantity: 2,
      ending: false,
    },
  ];
  refused: string | undefined;
  /** How often an invoice is asked for before it has its number. */
  wait = 0;
  private waits = new Map<string, { bill: PricedCart; left: number }>();

  constructor(
    private readonly profile: () => Profile,
    private readonly billing: FakeBilling,
  ) {}

  answer(request: FakeRequest, [area, id = '', sub = '']: string[]): FakeAnswer | undefined {
    if (area === 'sellers' && sub === 'packs') return this.sold(request);
    if (area === 'billing' && id === 'invoices') this.number(sub);
    if (area !== 'retail' && area !== 'cart') return undefined;
    if (!this.profile().abilities['manage-membership']?.includes('update')) {
      return refused(403, 'forbidden', 'You may not do this.');
    }
    if (area === 'retail') return id ? this.mark(id, sub === 'stop') : this.retail();
    return id === 'checkout' ? this.checkout(request) : ok(this.priced((JSON.parse(request.body) as Cart).items));
  }

  private sold({ method, body }: FakeRequest): FakeAnswer {
    if (method === 'GET') return ok({ packs: this.packs, version: this.version });
    const list = JSON.parse(body) as PriceList;
    if (list.version !== this.version) {
      return refused(409, 'client.packs_changed', 'Somebody else has changed the price list meanwhile.');
    }
    this.packs = list.packs;
    this.version += 1;
    return done('The price list is saved');
  }

  private get closed(): string | undefined {
    return this.profile().membership?.onFreeTrial ? 'This feature is restricted during free trial.' : this.refused;
  }

  private retail(): FakeAnswer {
    return ok({ packs: this.packs, addOns: this.addOns, cycleEnds: '2026-12-10', refused: this.closed });
  }

  private mark(id: string, ending: boolean): FakeAnswer {
    const own = this.addOns.filter(({ pack, ending: ends }) => pack.id === id && ends !== ending);
    if (own.length === 0) return refused(409, 'subscription.no_add_on', 'This account does not have this pack.');
    this.addOns = this.addOns.map((one) => (own.includes(one) ? { ...one, ending } : one));
    return done(ending ? 'The pack ends with this cycle' : 'The pack is bought with each cycle');
  }

  private priced(items: CartItem[]): PricedCart {
    const of = ({ id }: CartItem) => this.packs.find((pack) => pack.id === id);
    const lines = items.flatMap((item): CartLine[] => {
      const pack = of(item);
      if (!pack) return [];
      const { name, kind, price } = pack;
      return [{ ...item, name, kind, price, amount: price * item.qty }];
    });
    const net = lines.reduce((sum, { amount }) => sum + amount, 0);
    const tax = Math.round((net * taxRate) / 100_000);
    return {
      lines,
      gone: items.filter((item) => !of(item)),
      currency: 'USD',
      symbol: '$',
      net,
      taxRate,
      tax,
      total: net + tax,
      quoteHash: JSON.stringify(lines.map(({ id, type, qty, price }) => [id, type, qty, price])),
      refused: this.closed,
    };
  }

  private checkout({ body }: FakeRequest): FakeAnswer {
    const { items, quoteHash } = JSON.parse(body) as Checkout;
    const bill = this.priced(items);
    if (this.closed) return refused(409, 'subscription.in_trial', this.closed);
    if (bill.gone.length > 0 || bill.quoteHash !== quoteHash) {
      const message = 'A price has changed since you saw it. Look at the cart again and confirm it.';
      return refused(409, 'cart.price_changed', message);
    }
    if (items.length === 0) return refused(400, 'cart.empty', 'No product in the cart.');
    const id = uuid(960 + this.waits.size);
    this.waits.set(id, { bill, left: this.wait });
    return { json: { success: true, message: 'Your order is placed', data: { _id: id } } };
  }

  /** Gives an invoice its number once it was asked for often enough. */
  private number(id: string): void {
    const waiting = this.waits.get(id);
    if (!waiting || waiting.left-- > 0 || this.billing.invoices.some((one) => one.id === id)) return;
    const { lines, net, tax, total, currency } = waiting.bill;
    const bill = {
      currency,
      lines: lines.map(({ kind, name, qty: quantity, price, amount }) => ({
        kind,
        name,
        quantity,
        price,
        amount,
        taxRate,
      })),
      net,
      taxRate,
      taxes: [{ rate: taxRate, net, tax }],
      tax,
      total,
    };
    this.billing.invoices.unshift(makeInvoice(10, { id, bill }));
  }
}
