import type { TokenScope } from '@/api/session/account';

/** What each scope of an access token allows, in words. */
export const scopeWords: Record<TokenScope, string> = {
  'orders:read': 'Read orders, without their files and comments',
  'orders:write': 'Create, change and move orders',
  'proofs:read': 'Read and download proofs, their pictures and comments',
  'proofs:write': 'Upload, decide about and delete proofs',
  'topics:write': 'Write, resolve and delete comments',
  'guests:write': 'Invite guests to review, list and revoke them',
  'people:read': 'Read people and your profile',
  'reports:read': 'Read and export reports',
  'billing:read': 'Read plans in use, invoices and payments',
  'workflows:read': 'Read approval workflows',
  'workflows:write': 'Change, publish and try approval workflows',
  'imports:write': 'Import customers, people and orders',
  'events:read': 'Follow what happens',
  'calendar:read': 'Show what is due in a calendar',
  'webhooks:write': 'Manage webhooks (to send events it needs “Follow what happens” too)',
};

/** The scope of the calendar's address, which has a section of its own. */
export const calendarScope: TokenScope = 'calendar:read';

export const scopes = (Object.keys(scopeWords) as TokenScope[]).filter((scope) => scope !== calendarScope);
