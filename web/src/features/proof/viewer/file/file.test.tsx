import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Version } from '@/api';
import { UiProvider } from '@/ui/UiProvider';
import { imageAlert, pdfAlert, unsupportedText } from './alerts';
import { fetchFile, freshUrl, ResponseError } from '@/shared/files/fetchFile';
import { LoadingBar } from './LoadingBar';
import { version } from '../../testing/fixtures';
import type { PdfFile } from './proofFile';
import { type Loading, useFile } from './useFile';

vi.mock('../pdf/document', () => ({
  openDocument: (_: unknown, { show }: { show: (file: Partial<PdfFile>, pages: []) => void }) => {
    const file = { kind: 'pdf' as const, close: () => {} };
    show(file, []);
    return Promise.resolve(file);
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the proof file', () => {
  test('is requested with a v that changes with the file (BD-159)', () => {
    expect(freshUrl('/files/a.png', 'abc')).toBe('/files/a.png?v=abc');
    expect(freshUrl('/files/a.png?x=1', 'a b')).toBe('/files/a.png?x=1&v=a%20b');
  });

  test('a presigned address stays unchanged', () => {
    const signed = 'https://s3.test/a?X-Amz-Signature=12ab';
    expect(freshUrl(signed, 'abc')).toBe(signed);
  });

  test('is read as a blob and reports progress (BD-159, BD-223)', async () => {
    const parts = [new Uint8Array(30), new Uint8Array(70)];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift();
        if (part) controller.enqueue(part);
        else controller.close();
      },
    });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(stream, { headers: { 'Content-Type': 'image/png' } })));
    const percents: number[] = [];
    const blob = await fetchFile('/a', 100, new AbortController().signal, (p) => percents.push(p));
    expect([blob.size, blob.type, percents]).toEqual([100, 'image/png', [30, 100]]);
  });

  test('an answer other than the file is an error with its status', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('gone', { status: 404 })));
    const read = fetchFile('/a', 1, new AbortController().signal, () => {});
    await expect(read).rejects.toEqual(new ResponseError(404));
  });
});

test('is of the kind pdf, img or unsupported (BD-241)', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('bytes')));
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  const opened = (fileType: Version['fileType']) =>
    renderHook(() => useFile(version({ fileType }), () => Promise.resolve(undefined))).result;
  const image = opened('image');
  const document = opened('pdf');
  await waitFor(() => expect(image.current).toMatchObject({ state: 'ready', file: { kind: 'img' } }));
  await waitFor(() => expect(document.current).toMatchObject({ state: 'ready', file: { kind: 'pdf' } }));
  expect(opened('unsupported').current).toEqual({ state: 'unsupported' });
});

describe('the messages of the viewer', () => {
  test('a PDF that cannot be opened has four alerts (BD-447, D-19)', () => {
    const invalid = Object.assign(new Error('x'), { name: 'InvalidPDFException' });
    expect([invalid, new ResponseError(404), new ResponseError(500), new Error('other')].map(pdfAlert)).toEqual([
      'Invalid or corrupted PDF file.',
      'Missing PDF file.',
      'Unexpected server response.',
      'An error occurred while loading the PDF.',
    ]);
  });

  test('an image that cannot be loaded (BD-451) and a file without preview (BD-224)', () => {
    expect(imageAlert).toBe('File cannot loaded, Please reload your page');
    expect(unsupportedText).toBe('No preview available');
  });

  test("'Loading File...', then 'Please wait. Reading File...' with a percentage, hidden 300 ms after (BD-223, BD-255)", () => {
    vi.useFakeTimers();
    const bar = (loading: Loading) => (
      <UiProvider>
        <LoadingBar loading={loading} />
      </UiProvider>
    );
    const { rerender } = render(bar({ state: 'loading' }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading File...');
    rerender(bar({ state: 'reading', percent: 42 }));
    expect(screen.getByRole('status')).toHaveTextContent('Please wait. Reading File... 42%');
    rerender(bar({ state: 'failed', message: 'x', blocked: false }));
    act(() => void vi.advanceTimersByTime(290));
    expect(screen.queryByRole('status')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(20));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
