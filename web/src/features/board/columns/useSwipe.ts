import { type TouchEvent, useRef } from 'react';
import { useSelector } from 'react-redux';
import { selectLifted } from '../boardSlice';

/** The length of a swipe in px, and how much wider than high it must be. */
const far = 60;
const across = 2;

/**
 * Shows the next column after a swipe to the left, the previous one after a swipe to the right,
 * unless a card is lifted.
 */
export function useSwipe(go: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const lifted = useSelector(selectLifted);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = null;
      if (!from || !touch || lifted !== null) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(x) < far || Math.abs(x) < across * Math.abs(y)) return;
      go(x < 0 ? 1 : -1);
    },
  };
}
