import { Button, Menu, Progress } from '@mantine/core';
import type { Board } from '@/api/board/boardData';
import type { ActionName, Card, DropTarget } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { statusLabel, statusTone } from '@/lib/format/status';
import { plural } from '@/lib/format/text';
import { actionWords } from '@/shared/command/actions';
import { Icon, inContent } from '@/ui';
import classes from '../board.module.css';
import { type BoardView, cardsSelected } from '../boardSlice';
import { inBoardOrder } from '../columns/order';
import { placeForTarget } from '../drag/places';
import { useBulk } from './bulk';

type Props = { ids: string[]; board: Board; manual: boolean; role: string; running: BoardView['running'] };

/** The menus stay in place when the page scrolls, as the bar does. */
const inBar = { ...inContent, floatingStrategy: 'fixed' } as const;

const order: DropTarget[] = ['active', 'queue', 'in-progress', 'in-review', 'on-hold', 'approved'];

/** Returns the targets that some of the cards may go to, each with the number of these cards. */
export function targetsOf(cards: Card[]): { target: DropTarget; count: number }[] {
  return order
    .map((target) => ({ target, count: cards.filter((card) => card.allowedDrops.includes(target)).length }))
    .filter(({ count }) => count > 0);
}

/** Returns the named actions that all of the cards have, except duplicating. */
export function commonActions(cards: Card[]): ActionName[] {
  const [first, ...others] = cards;
  const all = first?.allowedActions.filter((name) => others.every((card) => card.allowedActions.includes(name))) ?? [];
  return all.filter((name) => name !== 'duplicate');
}

/** The bar with the actions on all selected cards. */
export function SelectionBar({ ids, board, manual, role, running }: Props) {
  const bulk = useBulk(manual, role);
  const dispatch = useApiDispatch();
  const cards = inBoardOrder(board, ids);
  const targets = targetsOf(cards);
  const actions = commonActions(cards);
  const clear = () => dispatch(cardsSelected([]));

  if (running) {
    const { what, done, of } = running;
    return (
      <div className={classes.bar} role="region" aria-label="Selected cards">
        <span role="status">
          {what}: {done} of {of}
        </span>
        <Progress value={(done / of) * 100} w={160} size={6} aria-label={`${what}: ${done} of ${of}`} />
      </div>
    );
  }
  return (
    <div className={classes.bar} role="region" aria-label="Selected cards">
      <strong className="tabular">{ids.length} selected</strong>
      <Menu {...inBar} position="top-start" width={240} returnFocus>
        <Menu.Target>
          <Button size="xs" disabled={targets.length === 0} rightSection={<Icon name="chevronUp" size={14} />}>
            Move to…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {targets.map(({ target, count }) => (
            <Menu.Item
              key={target}
              leftSection={<Dot status={target} />}
              rightSection={
                count < cards.length && <span className={classes.count}>{`${count} of ${cards.length}`}</span>
              }
              onClick={() => void bulk.move(ids, { to: placeForTarget(target) })}
            >
              {statusLabel(target)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {actions.length > 0 && (
        <Menu {...inBar} position="top-start" width={220} returnFocus>
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<Icon name="chevronUp" size={14} />}>
              Actions
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item
                key={action}
                leftSection={<Icon name={actionWords[action].icon} size={15} />}
                color={actionWords[action].danger ? 'var(--danger)' : undefined}
                onClick={() => void bulk.perform(cards, action)}
              >
                {actionWords[action].label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        onClick={clear}
        aria-label={`Clear ${plural(ids.length, 'card')}`}
      >
        Clear
      </Button>
    </div>
  );
}

function Dot({ status }: { status: string }) {
  return <span className={classes.dot} style={{ background: `var(--st-${statusTone(status)})` }} />;
}
