/** A menu opens where it stands in the document: what a screen reader reads next, and within the page's landmarks. */
export const inPlace = { withinPortal: false, floatingStrategy: 'fixed' } as const;
