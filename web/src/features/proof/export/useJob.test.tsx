import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '@/ui';
import type { ProofFile } from '../viewer/file/proofFile';
import { type Job, runJob } from './job';
import { saveBlob } from '@/shared/files/saveBlob';
import { useJob } from './useDownload';

vi.mock(import('@/ui'), async (original) => ({ ...(await original()), toast: vi.fn<typeof toast>(() => '') }));
vi.mock(import('./job'), () => ({ runJob: vi.fn<typeof runJob>() }));
vi.mock(import('@/shared/files/saveBlob'), () => ({ saveBlob: vi.fn<typeof saveBlob>() }));
beforeEach(() => vi.clearAllMocks());

const file = { kind: 'img' } as ProofFile;
const job = () => Promise.resolve({} as Job);

test.each([
  ['pdf', 'Oops, something went wrong download pdf'],
  ['img', 'Oops, something went wrong'],
] as const)('a failed download of a %s shows the required error text (BD-449)', async (kind, title) => {
  vi.mocked(runJob).mockRejectedValue(new Error('no memory'));
  const { result } = renderHook(() => useJob(kind));
  await act(() => result.current.run('label_proof.pdf', file, job));
  expect(vi.mocked(toast).mock.calls).toEqual([[{ type: 'DANGER', title }]]);
  expect(saveBlob).not.toHaveBeenCalled();
  expect(result.current.percent).toBeNull();
});

test('a download shows its progress and is saved under its name (BD-281)', async () => {
  const percents: (number | null)[] = [];
  vi.mocked(runJob).mockImplementation((_job, _file, progress) => {
    progress(40);
    return Promise.resolve(new Uint8Array(3));
  });
  const { result } = renderHook(() => {
    const all = useJob('pdf');
    percents.push(all.percent);
    return all;
  });
  await act(() => result.current.run('label_proof.pdf', file, job));
  expect(percents.at(-1)).toBeNull();
  expect(vi.mocked(saveBlob).mock.calls.map(([blob, name]) => [blob.type, blob.size, name])).toEqual([
    ['application/pdf', 3, 'label_proof.pdf'],
  ]);
});
