/** The most host names of a client. */
export const mostHosts = 20;

/** Returns the host name in what people type or paste: `https://Studio.example.com/` -> `studio.example.com`. */
export function hostName(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.$/, '');
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the error of a host name that is added to others. */
export function hostError(name: string, others: string[]): string | undefined {
  if (!name) return 'Required!';
  const labels = name.split('.');
  const wellFormed = labels.length > 1 && name.length <= 253 && labels.every((part) => label.test(part));
  if (!wellFormed || /^[\d.]+$/.test(name)) return 'Use a name with dots, such as design.example.com.';
  if (others.includes(name)) return 'This host name is in the list already.';
  return others.length < mostHosts ? undefined : `A client has at most ${mostHosts} host names.`;
}
