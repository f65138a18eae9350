/**
 * A menu is rendered in its place in the document, so that a screen reader reads it next and within
 * the page's landmarks.
 */
export const inPlace = { withinPortal: false, floatingStrategy: 'fixed' } as const;
