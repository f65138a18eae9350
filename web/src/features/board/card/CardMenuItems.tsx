import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Card, type Order, useOrderQuery } from '@/api/generated';
import { useApiDispatch, useApiSelector, useMe } from '@/api/hooks';
import { withdraw } from '@/api/outbox/outbox';
import { selectWaiting, waitingFor } from '@/api/outbox/outboxState';
import { statusLabel, statusTone } from '@/lib/format/status';
import { actionWords } from '@/shared/command/actions';
import { toastSuccess } from '@/shared/command/notify';
import { parseSort, useBoardSort } from '@/shared/filters/boardSort';
import { useOrderCommands } from '@/shared/command/useOrderCommands';
import { Icon, type IconName, inContent, toast } from '@/ui';
import { AnchorTo } from '@/ui/popover/AnchorTo';
import classes from '../board.module.css';
import { CardEdit, type CardEdited, editLabels } from './CardEdit';
import { targetOf } from '../drag/dropRules';
import { keepFocus } from '../drag/keepFocus';
import { placeForTarget } from '../drag/places';
import { useBoardMoves } from '../useBoardMoves';

type Props = {
  target: HTMLElement;
  card: Card;
  place: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
};

/**
 * The key that opens the menu must not count as a key outside of it, so only pointers and Escape
 * close it.
 */
const outside = ['mousedown', 'touchstart'];

/**
 * Lists all actions on a card except dragging: moves of the board, the status control, the named
 * actions.
 */
export function CardMenuItems({ target, card, place, opened, onChange }: Props) {
  const mounted = useMounted(); // A menu returns the focus only if it opens after it was mounted.
  const [editing, setEditing] = useState<{ edited: CardEdited; order: Order; open: boolean }>();
  return (
    <>
      {editing && (
        <CardEdit
          {...editing}
          opened={editing.open}
          onClose={() => {
            setEditing({ ...editing, open: false });
            keepFocus(card.id);
          }}
        />
      )}
      <Menu
        {...inContent}
        clickOutsideEvents={outside}
        opened={opened && mounted}
        onChange={onChange}
        position="bottom-end"
        width={232}
        returnFocus
      >
        <Menu.Target>
          <AnchorTo element={target} />
        </Menu.Target>
        <Menu.Dropdown>
          <Items card={card} place={place} onEdit={(edited, order) => setEditing({ edited, order, open: true })} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The abilities that the menu's changes need. The order says whether they apply to it. */
const edits: { edited: CardEdited; icon: IconName; ability: string; can: 'assign' | 'editDetails' }[] = [
  { edited: 'assign', icon: 'users', ability: 'assigned-operator', can: 'assign' },
  { edited: 'due', icon: 'calendar', ability: 'order-details', can: 'editDetails' },
  { edited: 'priority', icon: 'star', ability: 'order-details', can: 'editDetails' },
];

async function copyLink(path: string): Promise<void> {
  const link = window.location.origin + path;
  try {
    await navigator.clipboard.writeText(link);
    toastSuccess('The link is copied');
  } catch {
    toast({ type: 'WARNING', title: 'The browser does not let the page copy. This is the link:', message: link });
  }
}

type ItemsProps = { card: Card; place: string; onEdit: (edited: CardEdited, order: Order) => void };

function Items({ card, place, onEdit }: ItemsProps) {
  const me = useMe();
  const role = me?.role ?? '';
  const order = useOrderQuery({ orderId: card.id }).data?.data.order;
  const [setting] = useBoardSort();
  const move = useBoardMoves(parseSort(setting).sortType === 'manual', role);
  const { changeStatus, perform } = useOrderCommands();
  const dispatch = useApiDispatch();
  const waiting = waitingFor(useApiSelector(selectWaiting), card.id);
  const follow = (done: Promise<boolean>) => void done.then(() => keepFocus(card.id));
  const targets = card.allowedDrops
    .map((target) => ({ target, to: placeForTarget(target) }))
    .filter(({ to }) => to !== place);
  const statuses = card.allowedStatuses.filter(
    (status) => !card.allowedDrops.some((t) => targetOf({ column: 'new-order', zone: t }) === status),
  );

  return (
    <>
      <Menu.Item component={Link} to={`/orders/detail/${card.id}`} leftSection={<Icon name="arrowRight" size={15} />}>
        Open order
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="file" size={15} />}
        onClick={() => void copyLink(`/orders/detail/${card.id}`).then(() => keepFocus(card.id))}
      >
        Copy link
      </Menu.Item>
      {edits
        .filter(({ ability, can }) => (order ? order.can[can] : me?.abilities[ability]?.includes('update')))
        .map(({ edited, icon }) => (
          <Menu.Item
            key={edited}
            leftSection={<Icon name={icon} size={15} />}
            disabled={!order}
            onClick={() => order && onEdit(edited, order)}
          >
            {editLabels[edited]}…
          </Menu.Item>
        ))}
      {waiting && (
        <Menu.Item leftSection={<Icon name="refresh" size={15} />} onClick={() => dispatch(withdraw(waiting.key))}>
          {waiting.act ? `Take back: ${waiting.act.label}` : 'Take the move back'}
        </Menu.Item>
      )}
      {targets.length > 0 && <Menu.Label>Move to</Menu.Label>}
      {targets.map(({ target, to }) => (
        <Menu.Item
          key={target}
          leftSection={<Dot status={target} />}
          onClick={() => void move({ card, from: place, to, index: 0 })}
        >
          {statusLabel(target)}
        </Menu.Item>
      ))}
      {statuses.length > 0 && <Menu.Label>Change status</Menu.Label>}
      {statuses.map((status) => (
        <Menu.Item
          key={status}
          leftSection={<Dot status={status} />}
          onClick={() => follow(changeStatus(card, status))}
        >
          {statusLabel(status)}
        </Menu.Item>
      ))}
      {card.allowedActions.length > 0 && <Menu.Label>Actions</Menu.Label>}
      {card.allowedActions.map((action) => (
        <Menu.Item
          key={action}
          leftSection={<Icon name={actionWords[action].icon} size={15} />}
          color={actionWords[action].danger ? 'var(--danger)' : undefined}
          onClick={() => follow(perform(card, action))}
        >
          {actionWords[action].label}
        </Menu.Item>
      ))}
    </>
  );
}

function Dot({ status }: { status: string }) {
  return <span className={classes.dot} style={{ background: `var(--st-${statusTone(status)})` }} />;
}
