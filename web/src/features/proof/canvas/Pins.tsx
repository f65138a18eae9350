import { memo } from 'react';
import type { Pin } from '../engine';
import { paintOf } from './palette';
import classes from './canvas.module.css';

export interface PinLook {
  color: string;
  resolved: boolean;
  /** The label for screen readers: the author and the number of replies. */
  label: string;
}

interface Props {
  pins: readonly Pin[];
  looks: ReadonlyMap<string, PinLook>;
  selected: string | null;
  hovered: string | null;
  onChoose: (id: string) => void;
  onHover: (id: string | null) => void;
}

/** The disc of a resolved comment is hollow. */
function discOf(paint: string, ink: string, resolved: boolean) {
  return resolved ? { background: '#ffffff', color: paint } : { background: paint, color: ink };
}

/**
 * Numbered discs of 20 px, the same size at every zoom. The page handles presses on them, because
 * it may drag them.
 */
export const Pins = memo(function Pins({ pins, looks, selected, hovered, onChoose, onHover }: Props) {
  return pins.map((pin) => {
    const look = looks.get(pin.id);
    const { paint, ink } = paintOf(look?.color ?? 'blue');
    return (
      <button
        key={pin.id}
        type="button"
        className={classes.pin}
        data-pin={pin.id}
        data-active={pin.id === selected || undefined}
        data-hovered={pin.id === hovered || undefined}
        data-resolved={look?.resolved || undefined}
        aria-label={`Comment ${pin.number}${look ? `, ${look.label}` : ''}`}
        aria-pressed={pin.id === selected}
        style={{
          left: `${pin.at.x * 100}%`,
          top: `${pin.at.y * 100}%`,
          ...discOf(paint, ink, look?.resolved === true),
        }}
        onClick={() => onChoose(pin.id)}
        onPointerEnter={() => onHover(pin.id)}
        onPointerLeave={() => onHover(null)}
        onFocus={() => onHover(pin.id)}
        onBlur={() => onHover(null)}
      >
        {pin.number}
      </button>
    );
  });
});
