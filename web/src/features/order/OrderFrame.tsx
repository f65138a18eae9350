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
 * Replaces the content of an order while it loads: the proof, the brief, and the facts that its card on the board
 * shows.
 */
export function OrderFrame({ card }: { card?: Card }) {
  return (
    <div className={classes.columns} role="status" aria-label="Loading the order">
      <div className={classes.what}>
        {card?.attachments?.length !== 0 && (
          <Panel title="Proofs for review">
            <div className={classes.lead}>
              <div>
                <Skeleton className={classes.thumb} />
                <Skeleton height={38} />
              </div>
            </div>
          </Panel>
        )}
        <Skeleton height={150} />
      </div>
      <div className={classes.side}>
        <Skeleton className={classes.line} />
        <div className={classes.facts} data-open={false}>
          {card ? <CardFacts card={card} /> : <Skeleton height={420} />}
        </div>
      </div>
    </div>
  );
}

function CardFacts({ card }: { card: Card }) {
  const now = useNow();
  return (
    <Panel title="Details">
      <Stack component="dl" gap={0}>
        <Fact name="Status">
          <StatusBadge status={card.status} />
        </Fact>
        <Fact name="Due">
          <DueDate
            at={card.dueDate}
            soonAt={card.dueSoonAt}
            now={now}
            done={['approved', 'completed', 'cancelled'].includes(card.status)}
          />
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
  );
}
