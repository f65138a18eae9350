/** A menu opens at its place in the document, so that a screen reader reads it next and inside the page's landmarks. */
export const inPlace = { withinPortal: false, floatingStrategy: 'fixed' } as const;
