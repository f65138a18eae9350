import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import type { WebhookEndpoint } from '@/api/webhooks';
import { plural } from '@/lib/text';
import shared from '@/shared/billing/billing.module.css';
import { Cut } from '@/ui';
import { ScrollRegion } from '@/ui/ScrollRegion';
import { StateBadge } from './StateBadge';
import { chosenWords, pathOf, stateWords } from './words';
import classes from './webhooks.module.css';

const longestUrl = 70; // characters

type Props = {
  webhooks: WebhookEndpoint[];
  /** Set if the user may open them. */
  opens: boolean;
};

/** Webhooks as a table, or as stacked rows on a narrow screen. */
export function WebhookTable({ webhooks, opens }: Props) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  if (narrow) {
    return (
      <ul className={`${shared.cards} ${classes.cards}`} aria-label="Webhooks">
        {webhooks.map((webhook) => (
          <li key={webhook.id}>
            <Name webhook={webhook} opens={opens} />
            <span className={classes.wide}>
              {chosenWords(webhook.types)} · {plural(webhook.waiting, 'delivery', 'deliveries')} waiting ·{' '}
              <Failed count={webhook.failed} /> failed
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Webhooks, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Events</th>
            <th scope="col" data-number>
              Waiting
            </th>
            <th scope="col" data-number>
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <tr key={webhook.id}>
              <th scope="row">
                <Name webhook={webhook} opens={opens} />
              </th>
              <td>{chosenWords(webhook.types)}</td>
              <td data-number>{webhook.waiting.toLocaleString('en')}</td>
              <td data-number>
                <Failed count={webhook.failed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Failed({ count }: { count: number }) {
  return <span className={count > 0 ? classes.bad : undefined}>{count.toLocaleString('en')}</span>;
}

function Name({ webhook, opens }: { webhook: WebhookEndpoint; opens: boolean }) {
  const url = <Cut text={webhook.url} at={longestUrl} />;
  return (
    <span className={classes.wide}>
      <span className={classes.state}>
        {opens ? (
          <Link to={pathOf(webhook.id)} className={classes.name}>
            {url}
          </Link>
        ) : (
          <span className={classes.name}>{url}</span>
        )}
        <StateBadge webhook={webhook} />
      </span>
      <span className={shared.more}>{stateWords(webhook)}</span>
    </span>
  );
}
