type Rgb = [number, number, number];

function rgb(hex: string): Rgb {
  const short = /^#?([\da-f])([\da-f])([\da-f])$/i.exec(hex);
  const full = short ? short.slice(1).map((c) => c + c) : /^#?(..)(..)(..)$/.exec(hex)?.slice(1);
  const [r = 0, g = 0, b = 0] = (full ?? []).map((c) => Number.parseInt(c, 16));
  return [r, g, b];
}

function hex(colour: Rgb): string {
  return `#${colour.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the WCAG relative luminance, 0 to 1. */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the WCAG contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(rgb(a)), luminance(rgb(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * Returns the colour, mixed with `towards` only as far as needed to be readable on every
 * background.
 */
export function readable(colour: string, towards: string, grounds: string[], ratio = 4.5): string {
  const [from, to] = [rgb(colour), rgb(towards)];
  for (let step = 0; step <= 20; step++) {
    const mixed = hex(from.map((c, i) => c + ((to[i] ?? 0) - c) * (step / 20)) as Rgb);
    if (grounds.every((ground) => contrast(mixed, ground) >= ratio)) return mixed;
  }
  return towards;
}

/** Returns what people type for a colour as `#rrggbb`, or undefined: `1AF` -> `#11aaff`. */
export function hexColour(typed: string): string | undefined {
  const digits = typed.trim();
  return /^#?([\da-f]{3}|[\da-f]{6})$/i.test(digits) ? hex(rgb(digits)) : undefined;
}

/**
 * Returns the CSS variables that derive from a tenant's brand colour. An invalid colour gives none.
 */
export function brandVariables(brand: string): Record<string, string> {
  if (!/^#([\da-f]{3}|[\da-f]{6})$/i.test(brand)) return {};
  const white = contrast(brand, '#ffffff') >= 4.5;
  return {
    '--brand': brand,
    '--brand-contrast': white ? '#ffffff' : '#000000',
    '--brand-hover-mix': white ? '#000000' : '#ffffff',
    '--brand-text-light': readable(brand, '#000000', ['#ffffff', '#f6f8fa', '#eef1f5', '#e9edf2']),
    '--brand-text-dark': readable(brand, '#ffffff', ['#0c1119', '#151c27', '#1e2734', '#263140']),
  };
}
