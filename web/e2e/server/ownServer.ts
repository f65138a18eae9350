import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';

/** The program. */
export const binary = process.env['PROOFBOARD_BIN'] ?? resolve(import.meta.dirname, '../../../bin/proofboard');

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

export type OwnServer = {
  url: string;
  /** The folder of its data. */
  data: string;
  /** What it has printed so far. */
  printed: () => string;
  /** Stops it, and starts another build of the program in its place. */
  replaceBy: (program: string) => Promise<void>;
};

/** Starts a program, and returns how to stop it once it answers. */
async function start(program: string, options: string[], url: string, print: (text: string) => void) {
  const child: ChildProcess = spawn(program, ['serve', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let last = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      last += part.toString();
      print(part.toString());
    });
  const ended = new Promise((done) => {
    child.on('exit', done);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const ready = async () => {
    expect(child.exitCode, last).toBeNull();
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    return answer?.ok;
  };
  try {
    await expect.poll(ready, { timeout: 90_000 }).toBe(true);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Runs a server on a new folder while `run` runs. */
export async function withServer(options: string[], run: (server: OwnServer) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'proofboard-own-'));
  await chmod(data, 0o755); // The embedded PostgreSQL may run as another user.
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let printed = '';
  const open = (program: string) =>
    start(
      program,
      ['--listen', `127.0.0.1:${port}`, '--data', data, '--log-level', 'warn', ...options],
      url,
      (text) => {
        printed += text;
      },
    );
  let stop = async () => {};
  try {
    stop = await open(binary);
    await run({
      url,
      data,
      printed: () => printed,
      replaceBy: async (program) => {
        await stop();
        stop = await open(program);
      },
    });
  } finally {
    await stop();
    await rm(data, { recursive: true, force: true });
  }
}
