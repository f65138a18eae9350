import { type OwnServer, withServer } from './ownServer';
import { test as base } from './people';

/** Like `test`, with a demo that these specs share, because their journeys change how people sign in and what they see. */
export const test = base.extend<object, { own: OwnServer }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    ({}, provide) => withServer(['--demo'], provide),
    { scope: 'worker', timeout: 120_000 },
  ],
});
