import { createHash } from 'node:crypto';
import type { Profile } from '@/api/generated';
import type { AddOn, CartItem, CartLine, Pack, PricedCart } from '@/api/generated/billing';
import type { FakeBilling } from './billing';
import { gigabyte, makeBill, makeInvoice } from './bills';
import { type Calls, refuse } from './calls';
import { uuid } from './fixed';
import { type Part, sample } from './openapi';

export const makePack = (n: number, name: string, more: Part<Pack> = {}): Pack =>
  sample('Pack', { id: uuid(700 + n), name, kind: 'hours', size: 36_000, price: 400_00, currency: 'USD', ...more });

const archive = (price: number) => makePack(4, 'Archive 20 GB', { kind: 'bytes', size: 20 * gigabyte, price });

/** In thousandths of a percent. */
const taxRate = 20_000;

/** The packs that a client sells, and what the account of the caller buys of them. */
export class FakeCart {
  version = 1;
  packs: Pack[] = [
    makePack(1, '10 hours'),
    makePack(2, '5 orders', { kind: 'orders', size: 5, price: 25_00 }),
    makePack(3, 'Another active order', { kind: 'active-orders', size: 1, price: 9_50 }),
    archive(4_00),
  ];
  addOns: AddOn[] = [{ pack: archive(3_00), quantity: 2, ending: false }];
  refused: string | undefined;
  /** How often an invoice is asked for before it has its number. */
  wait = 0;
  private waits = new Map<string, { bill: PricedCart; left: number }>();

  constructor(
    private readonly profile: () => Profile,
    private readonly billing: FakeBilling,
  ) {
    billing.asked = (id) => this.number(id);
  }

  readonly calls: Calls = {
    soldPacks: () => ({ data: { packs: this.packs, version: this.version } }),
    savePacks: ({ priceList: { packs, version } }) => {
      if (version !== this.version) {
        refuse(409, 'client.packs_changed', 'Somebody else has changed the price list meanwhile.');
      }
      this.packs = packs;
      this.version += 1;
    },
    retail: () => {
      this.mayBuy();
      return { data: { packs: this.packs, addOns: this.addOns, cycleEnds: '2026-12-10', refused: this.closed } };
    },
    stopAddOn: ({ packId }) => this.mark(packId, true),
    keepAddOn: ({ packId }) => this.mark(packId, false),
    priceCart: ({ cart: { items } }) => {
      this.mayBuy();
      return { data: this.priced(items) };
    },
    checkout: ({ checkout: { items, quoteHash } }) => {
      this.mayBuy();
      const bill = this.priced(items);
      if (this.closed) refuse(409, 'subscription.in_trial', this.closed);
      if (bill.gone.length > 0 || bill.quoteHash !== quoteHash) {
        const message = 'A price has changed since you saw it. Look at the cart again and confirm it.';
        refuse(409, 'cart.price_changed', message);
      }
      const id = uuid(960 + this.waits.size);
      this.waits.set(id, { bill, left: this.wait });
      return { data: { _id: id } };
    },
  };

  private mayBuy(): void {
    if (!this.profile().abilities['manage-membership']?.includes('update')) {
      refuse(403, 'forbidden', 'You may not do this.');
    }
  }

  private get closed(): string | undefined {
    return this.profile().membership?.onFreeTrial ? 'This feature is restricted during free trial.' : this.refused;
  }

  private mark(id: string, ending: boolean): void {
    const own = this.addOns.filter((one) => one.pack.id === id && one.ending !== ending);
    if (own.length === 0) refuse(409, 'subscription.no_add_on', 'This account does not have this pack.');
    this.addOns = this.addOns.map((one) => (own.includes(one) ? { ...one, ending } : one));
  }

  private priced(items: CartItem[]): PricedCart {
    const lines = items.flatMap((item): CartLine[] => {
      const pack = this.packs.find(({ id }) => id === item.id);
      return pack
        ? [{ ...item, name: pack.name, kind: pack.kind, price: pack.price, amount: pack.price * item.qty }]
        : [];
    });
    const { net, tax, total, currency } = makeBill(
      'USD',
      taxRate,
      lines.map(({ amount }) => ({ amount })),
    );
    const gone = items.filter(({ id }) => !this.packs.some((pack) => pack.id === id));
    const prices = JSON.stringify(lines.map(({ id, type, qty, price }) => [id, type, qty, price]));
    const quoteHash = createHash('sha256').update(prices).digest('hex');
    return { lines, gone, currency, symbol: '$', net, taxRate, tax, total, quoteHash, refused: this.closed };
  }

  /** Gives an invoice its number once it was asked for often enough. */
  private number(id: string): void {
    const waiting = this.waits.get(id);
    if (!waiting || waiting.left-- > 0 || this.billing.invoices.some((one) => one.id === id)) return;
    const lines = waiting.bill.lines.map(({ kind, name, qty, price, amount }) => ({
      kind,
      name,
      quantity: qty,
      price,
      amount,
    }));
    this.billing.invoices.unshift(makeInvoice(10, { id, bill: makeBill('USD', taxRate, lines) }));
  }
}
