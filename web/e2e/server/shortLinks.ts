import { type OwnServer, withServer } from './ownServer';
import { test as base } from './people';

/** Like `test`, on a separate server whose file links expire after 2 s. */
export const test = base.extend<{ baseURL: string }, { shortLinks: OwnServer }>({
  shortLinks: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    ({}, provide) => withServer(['--demo', '--s3-link-life', '2s'], provide),
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shortLinks }, provide) => provide(shortLinks.url),
  // A link may expire on its way. The page cannot read the store's refusal and asks for a fresh
  // link.
  expected: /blocked by CORS policy|net::ERR_FAILED/,
});

export { expect } from './people';
