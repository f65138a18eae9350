const hour = 3_600_000;
const day = 24 * hour;
const slack = 60_000; // The allowed difference in ms between this clock and the server's.

/** The lifetimes of a link: an hour to 90 days. */
export const expiries = [
  { label: '1 hour', ms: hour + slack },
  { label: '1 day', ms: day },
  { label: '3 days', ms: 3 * day },
  { label: '7 days', ms: 7 * day },
  { label: '14 days', ms: 14 * day },
  { label: '30 days', ms: 30 * day },
  { label: '90 days', ms: 90 * day - slack },
];

export function expiresAt(label: string, now = Date.now()): string | undefined {
  const chosen = expiries.find((e) => e.label === label);
  return chosen && new Date(now + chosen.ms).toISOString();
}

export interface Draft {
  name: string;
  email: string;
  message: string;
  expiry: string;
  password: string;
  attachmentIds: string[];
}

const address = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Returns the errors that block the invitation, by field. */
export function problems({ name, email, password, attachmentIds }: Draft): Partial<Record<keyof Draft, string>> {
  return {
    ...(!name.trim() && { name: 'Required!' }),
    ...(!email.trim() ? { email: 'Required!' } : !address.test(email.trim()) && { email: 'Not Valid' }),
    ...(password && password.length < 8 && { password: 'At least 8 characters' }),
    ...(attachmentIds.length === 0 && { attachmentIds: 'Choose at least one' }),
  };
}

export const statusWords = {
  live: 'Not opened yet',
  entered: 'Opened',
  expired: 'Expired',
  revoked: 'Revoked',
} as const;
