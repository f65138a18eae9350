import { defineConfig } from '@playwright/test';

/** Runs against a server that is up: PROOFBOARD_URL, or the default address. */
export default defineConfig({
  testDir: 'e2e',
  timeout: 30_000,
  workers: 1,
  fullyParallel: false,
  reporter: [['list']],
  use: {
    baseURL: process.env['PROOFBOARD_URL'] ?? 'http://127.0.0.1:8080',
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
    trace: 'retain-on-failure',
  },
});
