import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Card, Column } from '../../src/api/generated';
import { FakeServer } from '../../tests/fake/server';

/** The build to measure. BENCH_DIST selects another one to compare with. */
const dist = process.env['BENCH_DIST'] ?? join(import.meta.dirname, '../../dist');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The number of cards of a zone in the first answer, as in the product's server. */
const windowSize = 50;

type BoardAnswer = { data: { columns: Column[]; cards: Record<string, Card> } };

/** Cuts every zone to its first window and adds cursors for the rest. */
function firstWindows(answer: BoardAnswer): void {
  const kept = new Set<string>();
  for (const column of answer.data.columns) {
    const zones = column.zones ?? [];
    for (const zone of zones) zone.taskIds = zone.taskIds.slice(0, windowSize);
    column.taskIds = zones.length > 0 ? zones.flatMap((zone) => zone.taskIds) : column.taskIds.slice(0, windowSize);
    if (column.taskIds.length < column.total) column.cursor = 'next';
    for (const id of column.taskIds) kept.add(id);
  }
  const { cards } = answer.data;
  answer.data.cards = Object.fromEntries(Object.entries(cards).filter(([id]) => kept.has(id)));
}

export type BenchServer = {
  url: string;
  /** The gzipped size in bytes of each script that was requested. */
  scripts: Map<string, number>;
  /** Returns the gzipped size in bytes of the board's answer. */
  board: () => number;
  /** The size in bytes of each file of the store. */
  files: Record<string, number>;
  close: () => Promise<void>;
};

/** What a benchmark adds to the server: files of the store, what it has, and changes of answers by path. */
type Extra = {
  files?: Record<string, Buffer>;
  prepare?: (server: FakeServer) => void;
  change?: (path: string, json: Record<string, unknown>) => void;
};

/** Sends a file of the store, or the requested range of it. */
function serveFile(body: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
  if (!from || !to) {
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
    return;
  }
  const part = body.subarray(Number(from), Number(to) + 1);
  response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${body.length}`, 'Content-Length': part.length });
  response.end(part);
}

/**
 * Serves the built app and an API in memory over HTTP, gzipped as in the product. With `whole` the
 * board sends every card at once.
 */
export async function startServer(
  orders: number,
  whole: boolean,
  { files: stored = {}, prepare = () => undefined, change = () => undefined }: Extra = {},
): Promise<BenchServer> {
  const fake = new FakeServer('owner', orders);
  prepare(fake);
  const scripts = new Map<string, number>();
  const files = new Map<string, Buffer>();
  let board: Buffer | undefined;

  const api = async (request: IncomingMessage, url: URL) => {
    const isBoard = request.method === 'GET' && url.searchParams.get('view') === 'board';
    // The answer is made once, so that making it is not measured.
    if (isBoard && board) return board;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = fake.handle({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(request.headers as Record<string, string>),
      body: Buffer.concat(parts).toString(),
    });
    if (isBoard && !whole) firstWindows(answer.json as BoardAnswer);
    change(url.pathname, answer.json as Record<string, unknown>);
    const packed = gzipSync(JSON.stringify(answer.json));
    if (isBoard) board = packed;
    return packed;
  };

  const file = async (path: string): Promise<{ type: string; body: Buffer }> => {
    const name = extname(path) ? normalize(path) : '/index.html';
    const body = files.get(name) ?? gzipSync(await readFile(join(dist, name)));
    files.set(name, body);
    const type = types[extname(name)] ?? 'application/octet-stream';
    if (type === 'text/javascript') scripts.set(name, body.length);
    return { type, body };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const upload = stored[url.pathname];
    if (upload) {
      serveFile(upload, request, response);
      return;
    }
    const { type, body } = url.pathname.startsWith('/api/')
      ? { type: 'application/json', body: await api(request, url) }
      : await file(url.pathname);
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(body);
  };
  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await api(
    { method: 'GET', headers: {}, async *[Symbol.asyncIterator]() {} } as unknown as IncomingMessage,
    new URL('http://localhost/api/c/order?view=board'),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    scripts,
    board: () => board?.length ?? 0,
    files: Object.fromEntries(Object.entries(stored).map(([path, body]) => [path, body.length])),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
