import type { Swatch } from '@/shared/form/ColourField';

/** The brand colours to choose from (BD-469). Each can be read on white, and white can be read on it. */
export const brandColours: Swatch[] = [
  { name: 'Orange', colour: '#c2410c' },
  { name: 'Red', colour: '#c81e1e' },
  { name: 'Dark blue', colour: '#1e3a8a' },
  { name: 'Blue', colour: '#2563eb' },
  { name: 'Black', colour: '#000000' },
  { name: 'Dark', colour: '#1f2937' },
];
