import type { ReactNode } from 'react';
import type { Card } from '@/api/generated';
import { date, shortDate } from '@/lib/format/dates';
import { cardStateLabel, showsPlace, statusTone, type Tone } from '@/lib/format/status';
import { Cut, Icon, PersonAvatar, StatusBadge } from '@/ui';
import { type DetailName, detailNames, details } from './details';
import { DueDate } from './DueDate';
import { OrderCover } from './OrderCover';
import { type Density, useDensity } from './cardView';
import classes from './CardContent.module.css';

/** The lengths at which card texts are cut (BD-084..BD-087). */
const cuts = { client: 12, company: 12, name: 32, package: 3 };

/**
 * Returns label and tone of a card's state. A guest revision is labelled as such in any column
 * (D-02).
 */
function stateBadge(card: Card): { label: string; tone: Tone } {
  if (card.status === 'gr-revision') return { label: 'Guest revision', tone: 'gr-revision' };
  return { label: cardStateLabel(card.orderStateStatus), tone: statusTone(card.status) };
}

/**
 * Returns the warning of a queued order (D-10, D-73). It names the card's place, which may change
 * while it is on the screen.
 */
export function queueWarning({ positionOrder }: Pick<Card, 'positionOrder'>): string {
  return `Waiting for a free slot: place ${positionOrder + 1} in your queue`;
}

type Props = {
  card: Card;
  now: Date;
  name?: ReactNode;
  /** Set when a change of the card is queued until the connection returns. */
  waits?: boolean;
  /** Set outside the board, where only the place in the queue is known. */
  alone?: boolean;
};

/** The content of an order card, on the board and in search results (BD-072..BD-083). */
export function CardContent({ card, now, name, waits = false, alone = false }: Props) {
  const state = stateBadge(card);
  const [density] = useDensity();
  const done = ['approved', 'completed', 'cancelled'].includes(card.status);
  const due = <DueDate at={card.dueDate} soonAt={card.dueSoonAt} now={now} done={done} />;
  return (
    <div className={classes.content} data-density={density} data-struck={card.status === 'cancelled' || undefined}>
      <OrderCover card={card} />
      <div className={classes.top}>
        {showsPlace(card.orderStateStatus) && (!alone || card.status === 'queue') && (
          <span className={`${classes.place} tabular`} title={`Place ${card.positionOrder + 1}`}>
            <span className="sr-only">Place </span>
            {card.positionOrder + 1}
          </span>
        )}
        <StatusBadge status={card.status} label={state.label} tone={state.tone} />
        {detailNames.map((name) => (
          <DetailBadge key={name} name={name} card={card} />
        ))}
        {card.workTime?.paused === false && (
          <span className={classes.working} title={`${card.workTime.by?.name ?? 'Somebody'} is working on it now`}>
            <Icon name="play" size={12} />
            <span className="sr-only">{card.workTime.by?.name ?? 'Somebody'} is working on it now</span>
          </span>
        )}
        {card.frozen && (
          <span className={classes.frozen} title="Nobody can move it until a manager unfreezes it">
            <Icon name="snow" size={14} />
            Frozen
          </span>
        )}
        {card.staleApprovals && (
          <span className={classes.stale} title="The file or its comments changed after the approval">
            Stale approval
          </span>
        )}
        {waits && (
          <span className={classes.waits} title="This change waits for the connection">
            <Icon name="clock" size={13} />
            Not sent yet
          </span>
        )}
      </div>
      <div className={classes.name}>{name ?? <Cut text={card.orderName} at={cuts.name} />}</div>
      <div className={classes.line}>
        <Cut text={card.client} at={cuts.client} />
        {card.company.name && (
          <span className={classes.dot}>
            <Cut text={card.company.name} at={cuts.company} />
          </span>
        )}
      </div>
      <div className={classes.line}>
        <span title={card.serviceName}>{card.serviceName || 'No service chosen'}</span>
        {card.packageName && (
          <span className={`${classes.dot} ${classes.fixed}`}>
            <Cut text={card.packageName} at={cuts.package} />
          </span>
        )}
        <span className={`${classes.dot} ${classes.fixed} ${classes.quiet} tabular`}>{card.orderId}</span>
      </div>
      {card.status === 'queue' && (
        <div className={classes.warning} title={queueWarning(card)}>
          <Icon name="clock" size={13} />
          <span>{queueWarning(card)}</span>
        </div>
      )}
      {card.status === 'on-hold' && card.holdReason && (
        <div className={classes.warning} data-kind="hold" title={card.holdReason}>
          <Icon name="pauseCircle" size={13} />
          <span>{card.holdReason}</span>
        </div>
      )}
      {density === 'compact' ? (
        <CompactFoot card={card}>{due}</CompactFoot>
      ) : (
        <>
          <div className={`${classes.line} ${classes.between} ${classes.quiet}`}>
            <span className="tabular">
              Created{' '}
              <time dateTime={card.createdAt} title={date(card.createdAt)}>
                {shortDate(card.createdAt, now)}
              </time>
            </span>
            {due}
          </div>
          <div className={classes.people}>
            <span className={classes.person} title={`Created by ${card.orderCreator.name}`}>
              <PersonAvatar name={card.orderCreator.name} image={card.orderCreator.image} size={22} title="" />
              <span>{card.orderCreator.name}</span>
            </span>
            <Operator card={card} size={22} />
          </div>
        </>
      )}
    </div>
  );
}

type PeopleProps = { card: Pick<Card, 'createdAt' | 'operator' | 'orderCreator'> };

/** The last line of a compact card. The creator is an image only, whose name includes the created date. */
function CompactFoot({ card, children }: PeopleProps & { children: ReactNode }) {
  const { name, image } = card.orderCreator;
  return (
    <div className={classes.foot}>
      <PersonAvatar name={name} image={image} size={20} title={`Created by ${name}, ${date(card.createdAt)}`} />
      <Operator card={card} size={20} />
      {children}
    </div>
  );
}

function Operator({ card: { operator }, size }: PeopleProps & { size: number }) {
  if (!operator) return <span className={classes.quiet}>No operator</span>;
  return (
    <span className={classes.person} title={`Operator ${operator.label}`}>
      <PersonAvatar name={operator.label} image={operator.image} size={size} title="" />
      <span>
        <span className="sr-only">Operator </span>
        {operator.label}
      </span>
    </span>
  );
}

/** The badge of a detail that is not as usual, such as a high priority (D-73). */
export function DetailBadge({ name, card }: { name: DetailName; card: Card }) {
  const { label, usual, words } = details[name];
  const value = card[name];
  if (value === usual) return null;
  return (
    <span className={classes.detail} {...{ [`data-${name}`]: value }} title={`${label}: ${value}`}>
      {words[value]}
    </span>
  );
}

/** The height in px of a card, and of one with a warning. */
const heights: Record<Density, [number, number]> = { comfortable: [176, 198], compact: [126, 146] };

/**
 * Returns the height in px of a card with this content. The virtual columns use it for their
 * layout.
 */
export function cardHeight(card: Pick<Card, 'status' | 'holdReason'>, density: Density): number {
  const extra = card.status === 'queue' || (card.status === 'on-hold' && Boolean(card.holdReason));
  return heights[density][extra ? 1 : 0];
}
