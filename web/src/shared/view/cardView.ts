import { useOwnSetting } from '../useOwnSetting';

export type Density = 'comfortable' | 'compact';
export type Covers = 'on' | 'off';

/** Returns how much room the cards of the board and the rows of the lists take. */
export const useDensity = () => useOwnSetting<Density>('density', 'comfortable');

/** Returns whether cards and rows show the thumbnail of their order. */
export const useCovers = () => useOwnSetting<Covers>('covers', 'on');
