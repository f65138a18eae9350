/**
 * Props for menus: they are rendered inside the page's main part, where screen readers expect them.
 */
export const inContent = { portalProps: { target: '#content' } };
