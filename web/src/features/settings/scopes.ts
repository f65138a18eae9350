import type { TokenScope } from '@/api/account';

/** What each scope of an access token allows, in words. */
export const scopeWords: Record<TokenScope, string> = {
  'orders:read': 'Read orders',
  'orders:write': 'Create, change and move orders',
  'proofs:read': 'Read proofs and their comments',
  'proofs:write': 'Upload, decide about and delete proofs',
  'topics:write': 'Write, resolve and delete comments',
  'people:read': 'Read people and your profile',
  'events:read': 'Follow what happens',
};

export const scopes = Object.keys(scopeWords) as TokenScope[];
