import { Button, Skeleton, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { EmptyState, ErrorState, Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { type Difference, tally } from './compare';
import classes from './machine.module.css';
import { apart } from './moments';
import { markWords } from './PastBoard';

type Props = {
  from: { position: number; time?: Date };
  to: { position: number; time?: Date };
  /** Undefined while a board is loading. */
  differences?: Difference[];
  whole: boolean;
  failed: boolean;
  onSwap: () => void;
  onRetry: () => void;
};

/** Shows which cards appeared, left, moved and changed between two moments. */
export function Comparison({ from, to, differences, whole, failed, onSwap, onRetry }: Props) {
  const words = (moment: Props['from']) => dateTime(moment.time?.toISOString());
  return (
    <Panel
      title="Differences"
      aside={
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={onSwap}
          leftSection={<Icon name="sort" size={13} />}
        >
          Swap
        </Button>
      }
      flush
    >
      <p className={`${classes.span} tabular`}>
        <span>{words(from)}</span>
        <Icon name="arrowRight" size={13} />
        <span>{words(to)}</span>
        {from.time && to.time && <span className={classes.about}>{apart(from.time, to.time)}</span>}
      </p>
      {failed && <ErrorState small message="The moment it is compared with cannot be shown." onRetry={onRetry} />}
      {!differences && !failed && (
        <Stack gap={10} pt={10} pb={16} px={16} role="status" aria-label="Comparing">
          {Array.from({ length: 5 }, (_, n) => (
            <Skeleton key={n} height={36} />
          ))}
        </Stack>
      )}
      {differences && !whole && (
        <p className={classes.caution}>
          A board shows at most 250 cards of a zone here; those behind are not compared.
        </p>
      )}
      {differences?.length === 0 && (
        <EmptyState small icon="check" title="No difference">
          Both moments show the same board.
        </EmptyState>
      )}
      {differences && differences.length > 0 && (
        <>
          <p className={classes.tally} role="status">
            {tally(differences).map(([mark, count]) => (
              <span key={mark} data-mark={mark}>
                {count} {markWords[mark].toLowerCase()}
              </span>
            ))}
          </p>
          <ul className={classes.differences} aria-label={plural(differences.length, 'difference')}>
            {differences.map((one) => (
              <Entry key={one.card.id} one={one} at={one.mark === 'left' ? from.position : to.position} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Entry({ one: { card, mark, from, to, fields }, at }: { one: Difference; at: number }) {
  return (
    <li>
      <span className={classes.mark} data-mark={mark}>
        {markWords[mark]}
      </span>
      <Link to={`/orders/detail/${card.id}/history?at=${at}`}>
        <span className="tabular">{card.orderId}</span> {card.orderName}
      </Link>
      <span className={classes.about}>
        {[from, to]
          .filter(Boolean)
          .filter((w, i, a) => a.indexOf(w) === i)
          .join(' → ')}
      </span>
      {fields.map((field) => (
        <span key={field.field} className={classes.about}>
          {field.field}: {field.from || 'none'} → {field.to || 'none'}
        </span>
      ))}
    </li>
  );
}
