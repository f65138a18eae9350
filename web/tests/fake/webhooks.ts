import type {
  WebhookContent,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpoint,
  WebhookTest,
} from '@/api/webhooks';
import { type Calls, find, following, refuse } from './calls';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

export const makeWebhook = (n: number, more: Part<WebhookEndpoint> = {}): WebhookEndpoint =>
  sample('WebhookEndpoint', {
    id: uuid(1300 + n),
    url: `https://hooks${n}.acme.test/proofboard`,
    addedAt: at(-n),
    position: 480,
    ...more,
  });

export const makeDelivery = (n: number, more: Part<WebhookDelivery> = {}): WebhookDelivery =>
  sample('WebhookDelivery', {
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

function check({ url }: WebhookContent): void {
  if (url.startsWith('https://10.')) {
    const message = 'Nothing can be sent to this address. Enter one that is reached over the public internet.';
    refuse(400, 'webhook.url_not_public', message);
  }
  if (url.startsWith('https://')) return;
  const message = 'Enter a complete address that begins with https://, without a user name or a password.';
  refuse(400, 'webhook.url', message);
}

/** Webhooks with their deliveries. Nothing is sent. */
export class FakeWebhooks {
  endpoints: WebhookEndpoint[] = [];
  deliveries: WebhookDelivery[] = [];
  head = 500;
  tested: WebhookTest = { status: 200, milliseconds: 34 };
  private secrets = 0;

  readonly calls: Calls = {
    webhookEndpoints: () => ({
      data: {
        endpoints: this.endpoints.map((one) => ({
          ...one,
          waiting: this.count('waiting'),
          failed: this.count('failed'),
        })),
        types: ['comment.added', 'order.created', 'order.status_changed', 'version.approved'],
        head: this.head,
      },
    }),
    addWebhookEndpoint: ({ webhookContent }) => {
      check(webhookContent);
      const added = makeWebhook(this.endpoints.length, { ...webhookContent, addedAt: at(0) });
      this.endpoints.push(added);
      return { data: { id: added.id, secret: this.newSecret(), test: this.tested } };
    },
    changeWebhookEndpoint: ({ endpointId, webhookContent }) => {
      check(webhookContent);
      Object.assign(find(this.endpoints, endpointId), webhookContent);
    },
    removeWebhookEndpoint: ({ endpointId }) => {
      this.endpoints = this.endpoints.filter(({ id }) => id !== endpointId);
    },
    rotateWebhookSecret: ({ endpointId }) => ({ data: { id: endpointId, secret: this.newSecret() } }),
    switchWebhookEndpoint: ({ endpointId, webhookSwitch: { state } }) =>
      void Object.assign(find(this.endpoints, endpointId), { state, cause: state === 'paused' ? 'person' : undefined }),
    testWebhookEndpoint: () => ({ data: this.tested }),
    webhookDeliveries: ({ state, after }) => {
      const all = this.deliveries.filter((one) => one.state === state);
      return { data: following(all, after, 100).items };
    },
    replayWebhookDeliveries: ({ webhookDeliveriesReplay: { ids } }) => {
      const failed = this.deliveries.filter(
        ({ id, state }) => state === 'failed' && (!ids?.length || ids.includes(id)),
      );
      for (const one of failed) Object.assign(one, { state: 'waiting', tries: 0, nextAt: at(0) });
      return {
        message: failed.length === 1 ? '1 delivery is sent again' : `${failed.length} deliveries are sent again`,
      };
    },
  };

  private count(state: WebhookDeliveryState): number {
    return this.deliveries.filter((one) => one.state === state).length;
  }

  private newSecret(): string {
    this.secrets += 1;
    return `whsec_c2VjcmV0${this.secrets}`;
  }
}
