import { type PointerEvent, useId, useRef } from 'react';
import classes from './avatar.module.css';
import { type Crop, placeOf } from './crop';
import type { Picture } from './picture';

type Props = { picture: Picture; crop: Crop; onDrag: (right: number, down: number) => void };

/** The square that stays of a picture. The picture below it is dragged. */
export function CropFrame({ picture, crop, onDrag }: Props) {
  const help = useId();
  const last = useRef<{ x: number; y: number }>(undefined);

  const press = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  };
  const move = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    if (!last.current) return;
    const side = currentTarget.clientWidth;
    onDrag((clientX - last.current.x) / side, (clientY - last.current.y) / side);
    last.current = { x: clientX, y: clientY };
  };
  const release = () => {
    last.current = undefined;
  };

  return (
    <>
      <div
        className={classes.frame}
        role="application"
        aria-label="Position of the picture"
        aria-describedby={help}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard moves the picture
        tabIndex={0}
        data-autofocus
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <img src={picture.url} alt="" draggable={false} style={placeOf(picture, crop)} />
      </div>
      <p id={help} className={classes.about}>
        Drag the picture or use the arrow keys. Press + or - to zoom.
      </p>
    </>
  );
}
