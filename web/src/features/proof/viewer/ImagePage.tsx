import type { Size } from '../engine';
import type { Turn } from '../engine/turn';

interface Props {
  url: string;
  name: string;
  turn: Turn;
  /** The size on the screen, in screen pixels. */
  shown: Size;
}

/**
 * The image itself, scaled and rotated by the browser. It cannot be dragged away from under the
 * marks.
 */
export function ImagePage({ url, name, turn, shown: { width, height } }: Props) {
  const upright = turn % 2 === 0;
  return (
    <img
      src={url}
      alt={name}
      draggable={false}
      style={{
        position: 'absolute',
        top: '50%',
        left: '50%',
        width: upright ? width : height,
        height: upright ? height : width,
        translate: '-50% -50%',
        rotate: `${turn * 90}deg`,
      }}
    />
  );
}
