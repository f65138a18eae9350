/** For menus: drawn inside the page's main part, where screen readers look for what belongs to it. */
export const inContent = { portalProps: { target: '#content' } };
