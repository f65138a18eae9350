import { brandVariables, contrast } from '@/lib/format/colour';

export type Shades = {
  /** The WCAG contrast with white, 1 to 21. */
  onWhite: number;
  /** The colour of text on buttons. */
  onButton: 'white' | 'black';
  /** The shade of text and links in the light and in the dark appearance. */
  light: string;
  dark: string;
};

/** Returns the shades that are made of a colour `#rrggbb`, so that every text can be read (WCAG AA). */
export function shadesOf(colour: string): Shades {
  const made = brandVariables(colour);
  return {
    onWhite: contrast(colour, '#ffffff'),
    onButton: made['--brand-contrast'] === '#ffffff' ? 'white' : 'black',
    light: made['--brand-text-light'] ?? colour,
    dark: made['--brand-text-dark'] ?? colour,
  };
}

/** Returns a contrast as people write it, never more than it is: 4.499 -> `4.4 : 1`. */
export const ratio = (contrast: number): string => `${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1`;

/** Returns in words how a colour is used, and which shade takes its place where it could not be read. */
export function shadeSentences(colour: string): string[] {
  const { onButton, light, dark } = shadesOf(colour);
  return [
    light === colour
      ? 'Text and links use the colour as it is.'
      : `Text and links use ${light} instead, so that they can be read.`,
    `In the dark appearance they use ${dark === colour ? 'the colour as it is' : dark}.`,
    `Buttons have ${onButton} text.`,
  ];
}
