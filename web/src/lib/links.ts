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
    (['http:', 'https:'].includes(protocol) && host && link.length <= 2000 ? links : wrong).push(link);
  }
  return { links: links.slice(0, 20), wrong: [...wrong, ...links.slice(20)] };
}
