import type { PersonKind } from '@/api/generated/account';
import { useLinkParams } from '@/shared/entry/linkParams';

/** A link of a mail. The kind decides which sign-in the person uses. */
export type MailLink = { token: string; type: PersonKind; email: string };

export const kindOf = (type: string | null): PersonKind => (type === 'user' ? 'user' : 'customer');

/** Returns the sign-in of a kind of person (SH-125). */
export const signInOf = (kind: PersonKind): string => (kind === 'user' ? '/admin/signin' : '/signin');

/** Returns the parameters of a link of a mail, or null when one is missing (SH-115, SH-116). */
export function useMailLink(): MailLink | null {
  const query = useLinkParams();
  const [token, type, email] = ['token', 'type', 'email'].map((name) => query.get(name));
  return token && type && email ? { token, type: kindOf(type), email } : null;
}
