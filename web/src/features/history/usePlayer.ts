import { useEffect, useEffectEvent, useState } from 'react';

/** How long each event shows while the history plays, in ms. */
export const stepMs = 1200;

/** Returns functions that set, step and play a position in a list. Playing stops at the end. */
export function usePlayer(count: number, index: number, onIndex: (index: number) => void) {
  const [playing, setPlaying] = useState(false);
  const last = count - 1;
  const active = playing && index < last;

  const step = useEffectEvent(() => onIndex(index + 1));
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(step, stepMs);
    return () => clearTimeout(timer);
  }, [active, index]);

  const go = (to: number) => {
    setPlaying(false);
    onIndex(Math.min(Math.max(to, 0), last));
  };
  const toggle = () => {
    if (!active && index >= last) onIndex(0);
    setPlaying(!active);
  };
  return { playing: active, go, toggle };
}
