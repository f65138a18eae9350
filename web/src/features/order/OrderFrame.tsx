import { Skeleton, Stack } from '@mantine/core';
import type { Card } from '@/api/generated';
import { dateTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/useNow';
import { DueDate } from '@/shared/view/DueDate';
import { StatusBadge } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { Fact } from './facts/Facts';
import classes from './order.module.css';

/**
 * Replaces the content of an order while it loads, with the facts that its card on the board shows.
 */
export function OrderFrame({ card }: { card?: Card }) {
  return (
    <div className={classes.columns} role="status" aria-label="Loading the order">
      <div className={classes.what}>
        <Skeleton height={150} radius={10} />
        <Skeleton height={300} radius={10} />
      </div>
      {card ? <CardFacts card={card} /> : <Skeleton height={420} radius={10} />}
    </div>
  );
}

function CardFacts({ card }: { card: Card }) {
  const now = useNow();
  return (
    <div className={classes.facts}>
      <Panel title="Details">
        <Stack component="dl" gap={0}>
          <Fact name="Status">
            <StatusBadge status={card.status} />
          </Fact>
          <Fact name="Due">
            <DueDate at={card.dueDate} now={now} done={['approved', 'completed', 'cancelled'].includes(card.status)} />
          </Fact>
          <Fact name="Service">{card.serviceName || 'None'}</Fact>
          <Fact name="Company">{card.company.name || card.client}</Fact>
          {card.packageName && <Fact name="Package">{card.packageName}</Fact>}
          <Fact name="Created">
            <time dateTime={card.createdAt} className="tabular">
              {dateTime(card.createdAt)}
            </time>
          </Fact>
        </Stack>
      </Panel>
    </div>
  );
}
