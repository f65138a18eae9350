import { useMediaQuery } from '@mantine/hooks';
import { useLayoutEffect } from 'react';
import { useLocalSetting } from './hooks/useLocalSetting';

export type Motion = 'system' | 'reduced';

/** Returns whether this browser follows the system in reducing motion, or always reduces it. */
export const useMotion = () => useLocalSetting<Motion>('motion', 'system');

/** Marks the page while motion is reduced. The styles and `motionIsReduced` go by this mark. */
export function useMotionMark(): void {
  const [motion] = useMotion();
  const system = useMediaQuery('(prefers-reduced-motion: reduce)', false, { getInitialValueInEffect: false });
  const reduced = motion === 'reduced' || system;
  useLayoutEffect(() => {
    document.documentElement.dataset['motion'] = reduced ? 'reduced' : 'full';
  }, [reduced]);
}

export const motionIsReduced = (): boolean => document.documentElement.dataset['motion'] === 'reduced';
