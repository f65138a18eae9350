import { type Turn, turnedPoint } from '../engine/turn';
import { inkOf } from './presence';
import classes from './presence.module.css';
import { type Presence, useLookers } from './usePresence';

/**
 * Shows the cursors of other viewers on a page. They are not part of the proof and take no clicks.
 */
export function Cursors({ presence, page, turn }: { presence: Presence; page: number; turn: Turn }) {
  return useLookers(presence).map(({ viewer, person, cursor }) => {
    if (cursor?.page !== page) return null;
    const at = turnedPoint(cursor, turn);
    const ink = inkOf(person.name);
    return (
      <span
        key={viewer}
        className={classes.cursor}
        data-cursor
        style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%`, color: ink }}
        aria-hidden="true"
      >
        <svg width="16" height="18" viewBox="0 0 16 18">
          <path d="M1 1l13 7-6 1.4L5 15.5z" fill="currentColor" stroke="#fff" strokeWidth="1.4" />
        </svg>
        <b style={{ background: ink }}>{person.name}</b>
      </span>
    );
  });
}
