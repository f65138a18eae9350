/** Returns a link if it leads to a web page or a mail address; otherwise undefined. */
export function safeHref(href: unknown): string | undefined {
  if (typeof href !== 'string' || href.length > 2048) return undefined;
  try {
    const { protocol } = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** The most links of an order, and the most characters of one. */
const mostLinks = 20;
const mostCharacters = 2000;

/** The most characters of a text with one link per line. */
export const linksLimit = mostLinks * (mostCharacters + 1);

/**
 * Returns the links of a text with one link per line. `wrong` contains the lines that are no links.
 */
export function linksIn(text: string): { links: string[]; wrong: string[] } {
  const links: string[] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n')) {
    const link = line.trim();
    if (!link) continue;
    const { protocol = '', host = '' } = URL.canParse(link) ? new URL(link) : {};
    (['http:', 'https:'].includes(protocol) && host && link.length <= mostCharacters ? links : wrong).push(link);
  }
  return { links: links.slice(0, mostLinks), wrong: [...wrong, ...links.slice(mostLinks)] };
}
