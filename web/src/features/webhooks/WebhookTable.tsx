import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { WebhookEndpoint } from '@/api/webhooks';
import { plural } from '@/lib/format/text';
import { Cut } from '@/ui';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
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
  return (
    <DataTable
      label="Webhooks"
      className={classes.rows}
      rows={webhooks}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Address', cell: (webhook) => <Name webhook={webhook} opens={opens} /> },
        { head: 'Events', cell: ({ types }) => chosenWords(types) },
        { head: 'Waiting', kind: 'number', cell: ({ waiting }) => waiting.toLocaleString('en') },
        { head: 'Failed', kind: 'number', cell: ({ failed }) => <Failed count={failed} /> },
      ]}
      rest={({ types, waiting, failed }) => (
        <span>
          {chosenWords(types)} · {plural(waiting, 'delivery', 'deliveries')} waiting · <Failed count={failed} /> failed
        </span>
      )}
    />
  );
}

function Failed({ count }: { count: number }) {
  return <span className={count > 0 ? classes.bad : undefined}>{count.toLocaleString('en')}</span>;
}

function Name({ webhook, opens }: { webhook: WebhookEndpoint; opens: boolean }) {
  const url = <Cut text={webhook.url} at={longestUrl} />;
  return (
    <span className={classes.wide}>
      <Group component="span" gap="2px 8px">
        {opens ? (
          <Link to={pathOf(webhook.id)} className={classes.name}>
            {url}
          </Link>
        ) : (
          <span className={classes.name}>{url}</span>
        )}
        <StateBadge webhook={webhook} />
      </Group>
      <span className={parts.more}>{stateWords(webhook)}</span>
    </span>
  );
}
