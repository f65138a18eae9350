type Handler = (event: { empty: boolean }) => void;
type Failure = { type: string; message: string };
type Intent = { id: string; status: string };

/** The fields of a card: a text field in place of the frame of the payment provider. */
class FakeFields {
  private readonly handlers = new Map<string, Handler>();
  private readonly field = document.createElement('input');

  constructor(private readonly loads: boolean) {
    this.field.setAttribute('aria-label', 'Card number');
    this.field.addEventListener('input', () => this.say('change', this.field.value === ''));
  }

  on(event: string, handler: Handler): this {
    this.handlers.set(event, handler);
    return this;
  }

  mount(host: HTMLElement): void {
    host.append(this.field);
    // The provider answers later, too.
    queueMicrotask(() => this.say(this.loads ? 'ready' : 'loaderror'));
  }

  focus(): void {
    this.field.focus();
  }

  destroy(): void {
    this.handlers.clear();
    this.field.remove();
  }

  private say(event: string, empty = true): void {
    this.handlers.get(event)?.({ empty });
  }
}

/** What the script of the payment provider gives the app. It notes what is asked of it. */
export class FakeStripe {
  /** What the fields were made with, and how they were to look. */
  readonly made: { clientSecret: string; appearance: { theme: string } }[] = [];
  readonly looks: string[] = [];
  readonly setups: object[] = [];
  readonly payments: { confirmParams?: { payment_method: string } }[] = [];
  /** The fields load. */
  loads = true;
  /** Why the next card is refused. */
  failure: Failure | undefined;
  setup: Intent = { id: 'seti_1234', status: 'succeeded' };
  /** Holds the answers back, as long as it is not settled. */
  held: Promise<unknown> = Promise.resolve();

  elements(options: { clientSecret: string; appearance: { theme: string } }) {
    this.made.push(options);
    return {
      create: () => new FakeFields(this.loads),
      update: ({ appearance }: { appearance: { theme: string } }) => this.looks.push(appearance.theme),
    };
  }

  async confirmSetup(options: object) {
    this.setups.push(options);
    await this.held;
    return this.failure ? { error: this.failure } : { setupIntent: this.setup };
  }

  async confirmPayment(options: { confirmParams?: { payment_method: string } }) {
    this.payments.push(options);
    await this.held;
    return this.failure ? { error: this.failure } : { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
  }
}
