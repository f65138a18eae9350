import { type CSSVariablesResolver, defaultVariantColorsResolver, type MantineThemeOverride } from '@mantine/core';

const brand = Array.from({ length: 10 }, (_, i) => `var(--brand-${i})`) as unknown as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Mantine's dark greys, replaced by the app's slate. */
const dark = [
  '#c9d3df',
  '#b3bfce',
  '#8f9cae',
  '#5d6b7e',
  '#3a4759',
  '#263140',
  '#1a2330',
  '#151c27',
  '#10161f',
  '#0c1119',
] as unknown as typeof brand;

/**
 * Maps Mantine's variables to the app's tokens, so that both schemes and every tenant's colours
 * apply.
 */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--brand-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border-strong)',
    '--mantine-color-brand-text': 'var(--brand-text)',
    '--mantine-color-brand-light-color': 'var(--brand-text)',
    '--mantine-color-brand-outline': 'var(--brand-text)',
    '--mantine-primary-color-contrast': 'var(--brand-contrast)',
  };
  return { variables: {}, light: shared, dark: shared };
};

export const theme: MantineThemeOverride = {
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand, dark },
  defaultRadius: 8,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const primary = !input.color || input.color === 'brand';
    if (primary && input.variant === 'filled') {
      return { ...colors, background: 'var(--brand)', hover: 'var(--brand-7)', color: 'var(--brand-contrast)' };
    }
    if (primary && (input.variant === 'light' || input.variant === 'subtle')) {
      const background = input.variant === 'light' ? 'var(--brand-soft)' : 'transparent';
      return { ...colors, background, hover: 'var(--hover)', color: 'var(--brand-text)' };
    }
    if (input.color === 'danger') {
      return {
        background: 'var(--danger)',
        hover: 'var(--danger)',
        color: 'var(--surface)',
        border: '1px solid transparent',
      };
    }
    return colors;
  },
  components: {
    Modal: {
      defaultProps: {
        size: 'xl', // The default size of a modal is extra large (BD-466).
        transitionProps: { duration: 100 }, // A modal's transition takes 100 ms (BD-465).
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.5 },
        centered: true,
      },
    },
    // The page behind stays without a lock of its scroll bar, which would change the style of every element.
    ModalRoot: { defaultProps: { removeScrollProps: { removeScrollBar: false } } },
    // The z-index of a tooltip is 1020 (BD-468).
    Tooltip: { defaultProps: { zIndex: 1020, openDelay: 300, multiline: true, maw: 320 } },
    // A popover's transition takes 250 to 320 ms (SH-339).
    Popover: { defaultProps: { transitionProps: { duration: 250, transition: 'pop-top-right' }, shadow: 'md' } },
    // The head of a dialog must not be a second banner landmark of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // The placeholder is not a menu item. Without it the first item would get the focus.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 250, transition: 'pop-top-right' },
        shadow: 'md',
      },
    },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } } },
  },
};
