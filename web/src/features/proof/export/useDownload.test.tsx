import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Markup } from '../markup';
import { order, version } from '../testing/fixtures';
import type { ProofFile } from '../viewer/file/proofFile';
import { useDownload } from './useDownload';
import { useOriginal } from './useOriginal';

const file: ProofFile = {
  kind: 'img',
  blob: () => Promise.resolve(new Blob()),
  url: '',
  size: { width: 1, height: 1 },
  close: () => {},
};
const markup = { state: { marks: [] }, pins: [] } as unknown as Markup;
const reload = () => Promise.resolve(undefined);
const offered = (role: string) =>
  renderHook(() => [
    useDownload(version(), role, { order: order(), file, markup, reload }).download !== undefined,
    useOriginal(version(), reload, role) !== undefined,
  ]).result.current;

test('a guest can download neither the proof nor the file (BD-303)', () => {
  expect(offered('guest')).toEqual([false, false]);
  expect(offered('owner')).toEqual([true, true]);
});
