import { expect, vi } from 'vitest';
import type { ApiError } from '@/api';
import type { UploadInParts } from '@/api/generated';
import type { UploadTarget } from './target';
import { type Steps, type Told, Transfers } from './transfers';

export const target: UploadTarget = { orderId: 'o1', reviewType: 'suppliedFiles', from: 'detail' };
export const file = (name = 'a.png', size = 10) => new File(['x'.repeat(size)], name);

export const mb = 1024 * 1024;
/** A file of three parts, each with other bytes. */
export const large = new File(
  [0, 1, 2].map((byte) => new Uint8Array(byte < 2 ? 8 * mb : mb).fill(byte)),
  'large (1).psd',
  {
    lastModified: 5,
  },
);

export const failure = (status: ApiError['status'], reason = '', title = ''): ApiError => ({
  status,
  reason,
  title,
  message: '',
  messages: [],
  name: '',
  requestId: '',
  reauth: false,
});

/** Returns an upload in parts of which these parts have arrived. */
export const plan = (id: string, arrived: UploadInParts['arrived'] = []): UploadInParts => ({
  id,
  key: `parts/${id}`,
  size: large.size,
  partSize: 8 * mb,
  expiresAt: '2100-01-01T00:00:00Z',
  arrived,
});

/** Returns transfers whose steps a test can delay and fail. */
export function world(change: Partial<Steps> = {}) {
  let next = 0;
  const told: Told[] = [];
  const steps: Steps = {
    token: vi.fn<Steps['token']>(async () => ({ id: `t${(next += 1)}`, url: 'u', fields: { key: `k${next}` } })),
    send: vi.fn<Steps['send']>(async (_form, _file, progress) => progress(60)),
    begin: vi.fn<Steps['begin']>(async () => plan(`t${(next += 1)}`)),
    arrived: vi.fn<Steps['arrived']>(async (id) => plan(id)),
    links: vi.fn<Steps['links']>(async (_id, parts) => parts.map(({ number }) => ({ number, url: `link${number}` }))),
    put: vi.fn<Steps['put']>(async (_link, part, _sum, onSent) => onSent(part.size)),
    wait: vi.fn<Steps['wait']>(async () => undefined),
    keep: vi.fn<Steps['keep']>(),
    forget: vi.fn<Steps['forget']>(),
    complete: vi.fn<Steps['complete']>(async () => undefined),
    unlock: vi.fn<Steps['unlock']>(async () => undefined),
    remove: vi.fn<Steps['remove']>(async () => undefined),
    explain: (error) => error as ApiError,
    ...change,
  };
  let id = 0;
  const transfers = new Transfers(
    steps,
    (one) => told.push(one),
    () => `id${(id += 1)}`,
  );
  return { transfers, steps, told, what: () => told.map(({ what }) => what) };
}

export const settled = (transfers: Transfers) =>
  vi.waitFor(() => expect(transfers.all().every(({ state }) => state === 'failed')).toBe(true));

/** Returns a step that waits until the test releases it. */
export function held<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return { step: () => promise, resolve, reject };
}
