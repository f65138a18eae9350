import type { WebhookEndpoint } from '@/api/webhooks';
import { stateOf } from './words';
import classes from './webhooks.module.css';

/** The state of a webhook. */
export function StateBadge({ webhook }: { webhook: WebhookEndpoint }) {
  const { label, tone } = stateOf(webhook);
  return (
    <span className={classes.badge} data-tone={tone}>
      {label}
    </span>
  );
}
