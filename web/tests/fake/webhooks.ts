import type {
  WebhookContent,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpoint,
  WebhookTest,
} from '@/api/webhooks';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, uuid } from './data';

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });
const unknown = refused(404, 'not_found', 'This does not exist or you may not see it.');

export const makeWebhook = (n: number, more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: uuid(1300 + n),
  url: `https://hooks${n}.acme.test/proofboard`,
  types: [],
  state: 'active',
  addedAt: at(-n),
  position: 480,
  waiting: 0,
  failed: 0,
  ...more,
});

export const makeDelivery = (n: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: uuid(1400 + n),
  position: 400 + n,
  order: uuid(1000),
  type: 'order.status_changed',
  state: 'failed',
  tries: 41,
  at: at(-4),
  triedAt: at(-1),
  status: 500,
  failure: 'status',
  ...more,
});

/** Webhooks with their deliveries. Nothing is sent. */
export class FakeWebhooks {
  endpoints: WebhookEndpoint[] = [];
  deliveries: WebhookDelivery[] = [];
  head = 500;
  tested: WebhookTest = { status: 200, milliseconds: 34 };
  private secrets = 0;

  answer({ method, body, query }: FakeRequest, id: string, sub: string): FakeAnswer {
    if (method === 'GET' && !id) {
      return ok({
        endpoints: this.endpoints.map((one) => ({ ...one, ...this.counts() })),
        types: ['comment.added', 'order.created', 'order.status_changed', 'version.approved'],
        head: this.head,
      });
    }
    const data = (body ? JSON.parse(body) : {}) as WebhookContent & { state: WebhookEndpoint['state']; ids: string[] };
    if (!id) return this.add(data);
    const endpoint = this.endpoints.find((one) => one.id === id);
    if (!endpoint) return unknown;
    switch (`${method} ${sub}`) {
      case 'PUT ':
        return this.refusedUrl(data) ?? (Object.assign(endpoint, data), done('The webhook is changed'));
      case 'DELETE ':
        this.endpoints = this.endpoints.filter((one) => one.id !== id);
        return done('The webhook is removed');
      case 'POST secret':
        return ok({ id, secret: this.newSecret() });
      case 'PUT state':
        endpoint.state = data.state;
        endpoint.cause = data.state === 'paused' ? 'person' : undefined;
        return done(data.state === 'paused' ? 'The webhook is paused' : 'The webhook goes on where it stopped');
      case 'POST replay':
        return done('The events are sent again');
      case 'POST test':
        return ok(this.tested);
      case 'POST deliveries':
        return this.replay(data.ids);
      default:
        return ok(this.page(query.get('state') as WebhookDeliveryState, query.get('after')));
    }
  }

  private counts() {
    const count = (state: WebhookDeliveryState) => this.deliveries.filter((one) => one.state === state).length;
    return { waiting: count('waiting'), failed: count('failed') };
  }

  private refusedUrl({ url }: WebhookContent): FakeAnswer | undefined {
    if (url.startsWith('https://10.'))
      return refused(
        400,
        'webhook.url_not_public',
        'Nothing can be sent to this address. Enter one that is reached over the public internet.',
      );
    if (url.startsWith('https://')) return undefined;
    return refused(
      400,
      'webhook.url',
      'Enter a complete address that begins with https://, without a user name or a password.',
    );
  }

  private add(content: WebhookContent): FakeAnswer {
    const refusal = this.refusedUrl(content);
    if (refusal) return refusal;
    const added = makeWebhook(this.endpoints.length, { ...content, addedAt: at(0) });
    this.endpoints.push(added);
    return ok({ id: added.id, secret: this.newSecret(), test: this.tested });
  }

  private newSecret(): string {
    this.secrets += 1;
    return `whsec_c2VjcmV0${this.secrets}`;
  }

  private replay(ids: string[]): FakeAnswer {
    const failed = this.deliveries.filter(({ id, state }) => state === 'failed' && (!ids.length || ids.includes(id)));
    for (const one of failed) Object.assign(one, { state: 'waiting', tries: 0, nextAt: at(0) });
    return done(failed.length === 1 ? '1 delivery is sent again' : `${failed.length} deliveries are sent again`);
  }

  private page(state: WebhookDeliveryState, after: string | null): WebhookDelivery[] {
    const all = this.deliveries.filter((one) => one.state === state);
    const first = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
    return all.slice(first, first + 100);
  }
}
