import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Card } from '@/api/generated';
import type { WorkLine as Line, WorkSection } from '@/api/shell';
import { useAbility, useMe } from '@/api/hooks';
import { plural } from '@/lib/format/text';
import { actionWords } from '@/shared/command/actions';
import { mainMove } from '@/shared/command/mainMove';
import { useOrderCommands } from '@/shared/command/useOrderCommands';
import { proofPath } from '@/shared/proofPath';
import { queueWarning } from '@/shared/view/CardContent';
import { DueDate } from '@/shared/view/DueDate';
import { StatusBadge } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './work.module.css';

type Props = { line: Line; kind: WorkSection['kind']; now: Date; onAssign: (card: Card) => void };

/** An order that waits, with what its reader most likely does next. */
export function WorkLine({ line, kind, now, onAssign }: Props) {
  const { card, comments } = line;
  const page = pageOf(line);
  const me = useMe();
  const operator = card.operator?.id === me?.id ? undefined : card.operator?.label;
  return (
    <li className={classes.line}>
      <StatusBadge status={card.status} />
      <div className={classes.what}>
        <Link to={page} title={card.orderName}>
          {card.orderName}
        </Link>
        <span className={`${classes.more} tabular`}>
          {[card.orderId, card.company.name, operator].filter(Boolean).join(' · ')}
        </span>
      </div>
      <span className={classes.facts}>
        {comments && <span>{plural(comments, 'comment')}</span>}
        {kind === 'waiting' ? (
          <span>{queueWarning(card)}</span>
        ) : (
          <DueDate at={card.dueDate} soonAt={card.dueSoonAt} now={now} />
        )}
      </span>
      <NextStep card={card} kind={kind} page={page} onAssign={() => onAssign(card)} />
    </li>
  );
}

/** Returns the page where the work is: the file that waits, or the order. */
const pageOf = ({ card, attachmentId, versionId }: Line): string =>
  attachmentId ? proofPath(card.id, attachmentId, versionId) : `/orders/detail/${card.id}`;

type NextProps = { card: Card; kind: WorkSection['kind']; page: string; onAssign: () => void };

function NextStep({ card, kind, page, onAssign }: NextProps) {
  const { perform, changeStatus, busy } = useOrderCommands();
  const mayAssign = useAbility('assigned-operator', 'update');
  const go = (label: string) => (
    <Button component={Link} to={page} size="xs" variant="default" aria-label={`${label}: ${card.orderName}`}>
      {label}
    </Button>
  );
  if (kind === 'to-approve') return go('Review');
  if (kind === 'to-answer') return go('Answer');
  if (kind === 'unassigned' && mayAssign) {
    return (
      <Button size="xs" variant="default" aria-label={`Assign: ${card.orderName}`} onClick={onAssign}>
        Assign
      </Button>
    );
  }
  // Nobody approves what they have not looked at, and a queued order waits for its turn.
  const main = kind === 'waiting' || kind === 'long-review' || card.status === 'in-review' ? null : mainMove(card);
  if (!main) return go('Open');
  const label = main.kind === 'action' ? actionWords[main.action].label : main.label;
  return (
    <BusyButton
      size="xs"
      variant="default"
      busy={busy}
      aria-label={`${label}: ${card.orderName}`}
      onClick={() => void (main.kind === 'action' ? perform(card, main.action) : changeStatus(card, main.to))}
    >
      {label}
    </BusyButton>
  );
}
