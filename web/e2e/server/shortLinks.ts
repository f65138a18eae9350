import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test as base } from './people';

const binary = process.env['PROOFBOARD_BIN'] ?? resolve(import.meta.dirname, '../../../bin/proofboard');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => {
    server.close(closed);
  });
  return port;
}

type Worker = { shortLinks: { url: string; data: string } };

/** Like `test`, on a separate server whose file links expire after 2 s. */
export const test = base.extend<{ baseURL: string }, Worker>({
  shortLinks: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const data = await mkdtemp(join(tmpdir(), 'proofboard-links-'));
      await chmod(data, 0o755); // The embedded PostgreSQL may run as another user.
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const at = ['--listen', `127.0.0.1:${port}`, '--data', data, '--log-level', 'warn'];
      const server = spawn(binary, ['serve', '--demo', '--s3-link-life', '2s', ...at], { stdio: 'inherit' });
      const ended = new Promise((done) => {
        server.on('exit', done);
      });
      const ready = async () => {
        expect(server.exitCode, 'the server runs').toBeNull();
        const answer = await fetch(`${url}/readyz`).catch(() => null);
        return answer?.ok;
      };
      try {
        await expect.poll(ready, { timeout: 90_000 }).toBe(true);
        await provide({ url, data });
      } finally {
        server.kill('SIGTERM');
        await ended;
        await rm(data, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shortLinks }, provide) => provide(shortLinks.url),
  // A link may expire on its way. The page cannot read the store's refusal and asks for a fresh
  // link.
  expected: /blocked by CORS policy|net::ERR_FAILED/,
});

export { expect } from './people';
