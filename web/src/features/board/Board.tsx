import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { Board as BoardData } from '@/api/board/boardData';
import { mobile } from '@/lib/mobile';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import classes from './board.module.css';
import { BoardColumn } from './columns/BoardColumn';
import { ColumnTabs } from './columns/ColumnTabs';
import { DragContext } from './drag/DragContext';
import { Selection } from './selection/Selection';
import { followTouch } from './drag/touchTarget';
import { useDragAndDrop } from './drag/useDragAndDrop';
import { useShownRefusal } from './useShownRefusal';
import { useFolds } from './columns/useFolds';
import { useSwipe } from './columns/useSwipe';

type Props = { board: BoardData; manual: boolean; role: string };

export function Board({ board, manual, role }: Props) {
  const refusal = useShownRefusal();
  const narrow = useMediaQuery(mobile, false, { getInitialValueInEffect: false });
  const [name, setName] = useLocalSetting<string>('board.column', 'new-order');
  const shown = Math.max(
    board.columns.findIndex(({ typeStatus }) => typeStatus === name),
    0,
  );
  const go = (by: number) => setName(board.columns[shown + by]?.typeStatus ?? name);
  const swipe = useSwipe(go);
  const root = useRef<HTMLDivElement>(null);
  const { folded, toggle } = useFolds(board.columns);
  const [scrolls] = useState(() => new Map<string, number>());
  const drag = useDragAndDrop(root);

  const shownColumns = narrow ? board.columns.slice(shown, shown + 1) : board.columns;
  const columns = (
    <div
      ref={root}
      className={classes.columns}
      data-narrow={narrow || undefined}
      onTouchStart={(event) => {
        followTouch(event.target);
        if (narrow) swipe.onTouchStart(event);
      }}
      onTouchEnd={narrow ? swipe.onTouchEnd : undefined}
    >
      {shownColumns.map((column) => (
        <BoardColumn
          key={column.typeStatus}
          column={column}
          board={board}
          role={role}
          manual={manual}
          panel={narrow}
          folded={!narrow && folded(column)}
          onFold={toggle}
          scrolls={scrolls}
        />
      ))}
    </div>
  );
  return (
    <DragContext value={drag}>
      {narrow && <ColumnTabs columns={board.columns} shown={shown} onShow={setName} />}
      {drag ? (
        <drag.DragArea board={board} manual={manual} role={role}>
          {columns}
        </drag.DragArea>
      ) : (
        columns
      )}
      <Selection board={board} manual={manual} role={role} />
      <div className="sr-only" role="alert">
        {refusal?.sentence}
      </div>
    </DragContext>
  );
}
