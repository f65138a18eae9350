import { useState } from 'react';

/** The number of notifications on a page (SH-201). */
export const pageSize = 10;

/** 'Load More' reads from the top with one page more, so that changes in between lose nothing. */
export function usePages() {
  const [pages, setPages] = useState(1);
  return { limit: pages * pageSize, more: () => setPages(pages + 1) };
}
