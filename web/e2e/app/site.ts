import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { FakeRequest } from '../../tests/fake/server';

export type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer };

/** Answers a request. Without an answer, the connection is cut. */
type Answer = (request: FakeRequest) => Reply | undefined | Promise<Reply | undefined>;

const dist = resolve(import.meta.dirname, '../../dist');
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const nothing: Answer = () => ({ status: 404 });

/** What the running test lets the site answer. */
export const site: Record<'api' | 'files', Answer> = { api: nothing, files: nothing };

/** Forgets what a test has set. */
export function resetSite(): void {
  Object.assign(site, { api: nothing, files: nothing });
}

const held = new Map<string, Promise<Buffer>>();

/** Returns a file of the built app, which a worker reads once. Every path that names no file is a page of the app. */
async function built(path: string): Promise<Reply> {
  const name = extname(path) ? path : '/index.html';
  let body = held.get(name);
  if (!body) held.set(name, (body = readFile(join(dist, name))));
  try {
    const headers = {
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    return { headers, body: await body };
  } catch {
    return { status: 404 };
  }
}

async function reply(request: IncomingMessage): Promise<Reply | undefined> {
  const { method = 'GET', url = '/', headers } = request;
  const { pathname: path, searchParams: query } = new URL(url, 'http://site');
  const area = /^\/(api|files)\//.exec(path)?.[1] as keyof typeof site | undefined;
  if (!area) return built(path);
  const body = Buffer.concat(await request.toArray()).toString();
  return site[area]({ method, path, query, headers: new Headers(headers as Record<string, string>), body });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const found = await reply(request);
  if (!found) request.socket.destroy();
  else response.writeHead(found.status ?? 200, found.headers).end(found.body);
}

/**
 * Serves the built app, and the API as a test says. A real server is cheaper than routes of Playwright:
 * they stop every request of the page, and turn the browser's cache off.
 */
export const host = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error as Error));
});

/** Starts the site, and returns its origin. */
export async function open(): Promise<string> {
  await new Promise<void>((listening) => {
    host.listen(0, '127.0.0.1', listening);
  });
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

export function close(): void {
  host.closeAllConnections();
  host.close();
}
