import type { ClientAccount } from '@/api/people';

/** The kinds of clients in words. */
export const kinds: Record<ClientAccount['kind'], string> = {
  provider: 'Provider',
  direct: 'Direct customers',
  reseller: 'Reseller',
};

/** Returns a short name for a name: `Brightside Agency` -> `brightside-agency`. */
export function shortName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
}

/** Returns the error of a short name, which is part of addresses. */
export function shortNameError(id: string): string | undefined {
  if (!id.trim()) return 'Required!';
  return /^[a-z0-9-]{2,40}$/.test(id.trim()) ? undefined : 'Use 2 to 40 small letters, digits and dashes.';
}
