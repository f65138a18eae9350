import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import type { GalleryImage } from '@/api/proof/images';
import classes from './images.module.css';
import { Tile } from './Tile';

/** Sizes in px, as in the style sheet. */
const [least, gap, rowHeight] = [160, 16, 268];
/** The rows that are drawn above and below the window. */
const overscan = 3;

type Props = {
  images: GalleryImage[];
  /** Set while more images can be loaded. */
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
  onOrder: (orderId: string) => void;
};

/** The images as a grid, of which only the rows near the window are in the document (D-64). */
export function Grid({ images, hasMore, busy, onMore, onOrder }: Props) {
  const { ref: measured, width } = useElementSize();
  const [list, setList] = useState<HTMLDivElement | null>(null);
  const [above, setAbove] = useState(0); // the height of what is above the grid
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const rows = Math.ceil(images.length / columns);
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: above,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    if (list) setAbove(list.getBoundingClientRect().top + window.scrollY);
  }, [list, width]);
  const near = virtual.getVirtualItems();
  // New rows are beyond the window, so they may be drawn between frames.
  const shown = useDeferredValue(near);
  const atEnd = (near.at(-1)?.index ?? -1) >= rows - overscan - 1;
  useEffect(() => {
    if (width > 0 && hasMore && atEnd && !busy) onMore();
  }, [width, hasMore, atEnd, busy, onMore]);
  return (
    <div ref={setList}>
      <div ref={measured} className={classes.grid} style={{ height: virtual.getTotalSize() }}>
        {width > 0 &&
          shown.map(({ key, index, start }) => (
            <ul
              key={key}
              className={classes.row}
              style={{
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                transform: `translateY(${start - above}px)`,
              }}
            >
              {images.slice(index * columns, (index + 1) * columns).map((image, column) => (
                <Tile key={image.versionId} image={image} place={index * columns + column + 1} onOrder={onOrder} />
              ))}
            </ul>
          ))}
      </div>
      {hasMore && <Loading columns={columns} />}
    </div>
  );
}

/** A row of places for images that are loading. */
export function Loading({ columns = 4 }: { columns?: number }) {
  return (
    <div
      role="status"
      aria-label="Loading images"
      className={classes.loading}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {Array.from({ length: columns }, (_, column) => (
        <Skeleton key={column} height={rowHeight - gap} radius={8} />
      ))}
    </div>
  );
}
