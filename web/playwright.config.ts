import { defineConfig } from '@playwright/test';

/** `app`: the built app on a server in memory. `server`: journeys on a running product, PROOFBOARD_URL or the default address. `own`: journeys on servers that they start. */
export default defineConfig({
  testDir: 'e2e',
  // These limits only end a test that hangs. They are generous because CI machines can be slow.
  timeout: 240_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  // A test waits for more than half of its time, so two cores have room for a third.
  workers: process.env['BENCH'] ? 2 : 3,
  reporter: [['list']],
  projects: [
    {
      name: 'server', // the first, so that the others run beside it and not after it

      testMatch: 'server/*.spec.ts',
      workers: 1, // all on one demo company
      use: { baseURL: process.env['PROOFBOARD_URL'] ?? 'http://127.0.0.1:8080' },
    },
    { name: 'own', testMatch: 'server/own/*.spec.ts', workers: 1 }, // one server at a time
    { name: 'app', testMatch: 'app/**/*.spec.ts', fullyParallel: true },
    // by `make bench-web` alone: figures, not a test
    ...(process.env['BENCH']
      ? [{ name: 'bench', testMatch: 'bench/**/*.bench.ts', use: { trace: 'off' } as const }]
      : []),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off', // it takes a third of the time
  },
});
