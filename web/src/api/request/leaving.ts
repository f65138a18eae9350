import type { FetchArgs } from '@reduxjs/toolkit/query/react';

/*
 * What keeps a write when its user closes the page, reloads it or follows a link to elsewhere right
 * after the click.
 */

/**
 * Browsers finish requests of pages that are gone when they are marked with `keepalive`, up to 64 KiB
 * of bodies at a time. More than that fails, so this stays well below.
 */
const mostBytes = 48 * 1024;

let bytes = 0;
let unsent = 0;
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Makes the browser ask before the page is left, until `work` is done. */
export async function held<T>(work: () => Promise<T>): Promise<T> {
  if (unsent++ === 0) window.addEventListener('beforeunload', warn);
  try {
    return await work();
  } finally {
    if (--unsent === 0) window.removeEventListener('beforeunload', warn);
  }
}

/**
 * Sends a call. A write gets `keepalive` if it is small. Otherwise the browser asks before the page is
 * left, until the write is answered.
 */
export async function kept<T>(call: FetchArgs, send: (call: FetchArgs) => Promise<T>): Promise<T> {
  const { method = 'GET', body } = call as { method?: string; body?: unknown };
  if (method === 'GET') return send(call);
  // In UTF-8 a character has up to three bytes for each unit of its string.
  const size = 3 * (JSON.stringify(body)?.length ?? 0);
  if (body instanceof Blob || body instanceof FormData || bytes + size > mostBytes) return held(() => send(call));
  bytes += size;
  try {
    return await send({ ...call, keepalive: true });
  } finally {
    bytes -= size;
  }
}
