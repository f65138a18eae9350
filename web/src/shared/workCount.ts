/** The server counts up to this many orders of a section of somebody's own work. */
const counted = 100;

/** Returns a number of orders that wait: `12`, or `100+` where they are not counted further. */
export const countOf = (total: number): string => (total > counted ? `${counted}+` : String(total));
