import type { Color } from '../engine';

/** The look of the six colours. A pin's number has a contrast of at least 4.5:1 on each. */
export const palette: Record<Color, { paint: string; ink: string; label: string }> = {
  green: { paint: '#15803d', ink: '#ffffff', label: 'Green' },
  red: { paint: '#d02727', ink: '#ffffff', label: 'Red' },
  blue: { paint: '#2563eb', ink: '#ffffff', label: 'Blue' },
  yellow: { paint: '#f5c211', ink: '#1a1a1a', label: 'Yellow' },
  pink: { paint: '#d6257b', ink: '#ffffff', label: 'Pink' },
  purple: { paint: '#7c3aed', ink: '#ffffff', label: 'Purple' },
};

const isColor = (name: string): name is Color => Object.hasOwn(palette, name);

/**
 * Returns the paint of a mark's colour: one of the six, or the colour that an older document
 * stored.
 */
export function paintOf(color: string): { paint: string; ink: string } {
  return isColor(color) ? palette[color] : { paint: color, ink: '#ffffff' };
}
