import type { WebhookEndpoint } from '@/api/webhooks';
import { Tag } from '@/ui/content/Tag';
import { stateOf } from './words';

/** The state of a webhook. */
export function StateBadge({ webhook }: { webhook: WebhookEndpoint }) {
  const { label, tone } = stateOf(webhook);
  return <Tag tone={tone === 'quiet' ? undefined : tone}>{label}</Tag>;
}
