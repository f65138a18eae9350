import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import { PasswordForm } from '../file/PasswordForm';
import { findWords } from './FindBar';
import type { PdfFile } from '../file/proofFile';
import type { PDFPageProxy } from './open';
import { density, PdfPage } from './PdfPage';
import { drawOnce, place } from './render';
import { TextLayers } from './textLayers';

/** Returns a page of pdf.js that draws, or fails to. */
function pageOf(drawing: Promise<void>) {
  const page = {
    rotate: 0,
    getViewport: () => ({ width: 10, height: 20 }),
    render: () => ({ promise: drawing, cancel: vi.fn<() => void>() }),
    cleanup: vi.fn<() => boolean>(),
  };
  return page as typeof page & PDFPageProxy;
}

describe('a PDF', () => {
  test('is drawn at full resolution up to 16 million pixels a page, and no canvas is larger', () => {
    const a4 = { width: 794, height: 1123 };
    expect(density(a4, 1, 2)).toEqual({ wanted: 2, allowed: 2 });
    const poster = { width: 5300, height: 8000 };
    const { wanted, allowed } = density(poster, 3, 1);
    expect(wanted).toBe(3);
    expect(poster.width * poster.height * allowed * allowed).toBeCloseTo(16_000_000, 0);
  });

  test('a page that cannot be read says so and offers to reload (BD-448)', async () => {
    const file = { learn: () => {}, document: { getPage: () => Promise.reject(new Error('gone')) } };
    render(
      <UiProvider>
        <PdfPage
          file={file as unknown as PdfFile}
          number={7}
          size={{ width: 600, height: 800 }}
          turn={0}
          scale={1}
          box={{ x: 0, y: 0, width: 600, height: 800 }}
          label="page 7"
          texts={new TextLayers()}
          selectable={false}
        />
      </UiProvider>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be drawn.');
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  });

  test('frees what it read for a page that is drawn once, even if drawing fails', async () => {
    const { signal } = new AbortController();
    const good = pageOf(Promise.resolve());
    await drawOnce(good, { by: 1 }, signal);
    expect(good.cleanup).toHaveBeenCalledOnce();
    const bad = pageOf(Promise.reject(new Error('cut')));
    await expect(drawOnce(bad, { by: 1 }, signal)).rejects.toThrow('cut');
    expect(bad.cleanup).toHaveBeenCalledOnce();
  });

  test('frees the pixels of a canvas that another one replaces', () => {
    const host = document.createElement('div');
    const [first, second] = [document.createElement('canvas'), document.createElement('canvas')];
    place(host, first);
    place(host, second);
    expect([first.width, first.height, second.width > 0]).toEqual([0, 0, true]);
    expect([...host.children]).toEqual([second]);
    place(host);
    expect([second.width, host.children.length]).toEqual([0, 0]);
  });

  test('asks for its password and says when it is wrong', async () => {
    const unlock = vi.fn<(password: string) => void>();
    const form = (wrong: boolean) => (
      <UiProvider>
        <PasswordForm locked={{ state: 'locked', wrong, unlock }} name="contract.pdf" />
      </UiProvider>
    );
    const { rerender } = render(form(false));
    expect(screen.getByText(/contract\.pdf is protected by a password/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Open the file' })).toBeDisabled();
    const field = screen.getByLabelText('Password');
    expect(field).toHaveFocus();
    await userEvent.type(field, 'plum{Enter}');
    expect(unlock).toHaveBeenCalledExactlyOnceWith('plum');
    rerender(form(true));
    expect(screen.getByText('This password does not open the file.')).toBeVisible();
  });

  test('the search shows the number of the match, that it is still running, or that nothing was found', () => {
    const match = { page: 1, from: { piece: 0, at: 0 }, to: { piece: 0, at: 1 } };
    const words = (count: number, searched: number, query = 'jam') =>
      findWords({ query, matches: Array.from({ length: count }, () => match), at: 0, searched }, 40);
    expect([words(3, 20), words(1000, 40), words(0, 20), words(0, 40), words(0, 0, ' ')]).toEqual([
      '1 of 3',
      '1 of 1000+',
      'Searching page 21 of 40',
      'Not found',
      '',
    ]);
  });
});
