import { useState } from 'react';

/** Notifications come in pages of this many (SH-201). */
export const pageSize = 10;

/** 'Load More' asks for one page more from the top, so that a change in between loses nothing. */
export function usePages() {
  const [pages, setPages] = useState(1);
  return { limit: pages * pageSize, more: () => setPages(pages + 1) };
}
