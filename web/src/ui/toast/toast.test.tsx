import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { show } from '../../../tests/render';
import { downloadToast, toast, uploadToast } from '..';

afterEach(() => {
  act(notifications.clean);
  vi.useRealTimers();
});

describe('a toast', () => {
  const looks = [
    ['SUCCESS', 'status'],
    ['WARNING', 'alert'],
    ['DANGER', 'alert'],
    ['ERROR', 'alert'],
    ['LOADING', 'status'],
    ['DOWNLOAD', 'status'],
    ['UPLOAD', 'status'],
  ] as const;
  test.each(looks)('of type %s has its look and is a %s to screen readers (BD-328)', async (type, role) => {
    show(null);
    const title = `A toast of ${type}`;
    act(() => void toast({ type, title }));
    const drawn = (await screen.findByText(title)).closest('[data-toast]');
    expect(drawn).toHaveAttribute('data-toast', type);
    expect(drawn).toHaveAttribute('role', role);
  });

  test.each(looks)('of type %s closes after 6000 ms, LOADING does not (BD-330)', async (type) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(null);
    const title = `Timed ${type}`;
    act(() => void toast({ type, title }));
    expect(await screen.findByText(title)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(5500));
    expect(screen.getByText(title)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(screen.queryByText(title) !== null).toBe(type === 'LOADING');
  });

  test('stays open while the pointer is on it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(null);
    act(() => void toast({ type: 'SUCCESS', title: 'Hovered' }));
    const drawn = (await screen.findByText('Hovered')).closest('[data-toast]') as HTMLElement;
    await act(() => vi.advanceTimersByTimeAsync(3000));
    fireEvent.mouseEnter(drawn);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('Hovered')).toBeInTheDocument();
    fireEvent.mouseLeave(drawn);
    await act(() => vi.advanceTimersByTimeAsync(7000));
    expect(screen.queryByText('Hovered')).not.toBeInTheDocument();
  });

  test.each([
    ['success', 'SUCCESS', 'status'],
    ['fail', 'DANGER', 'alert'],
  ] as const)('of an upload changes from uploading to %s (BD-331, BD-332, BD-334, BD-335)', async (end, type, role) => {
    show(null);
    const file = { fileName: 'jam.png', fileSize: 2048, idx: 0, toastId: `upload ${end}` };
    act(() => uploadToast({ ...file, percentCompleted: 40, state: 'uploading' }));
    const bar = await screen.findByRole('progressbar', { name: 'jam.png: 40%' });
    expect(bar.closest('[data-toast]')).toHaveAttribute('data-toast', 'UPLOAD');
    expect(screen.getByRole('region', { name: 'jam.png' })).toContainElement(bar); // in a landmark, as axe asks
    // Not announced at every percent.
    expect(bar.closest('[role="status"], [role="alert"]')).toBeNull();
    act(() => uploadToast({ ...file, percentCompleted: 100, state: end, message: `It is ${end}` }));
    const drawn = (await screen.findByText(`It is ${end}`)).closest('[data-toast]');
    expect(drawn).toHaveAttribute('data-toast', type);
    expect(drawn).toHaveAttribute('role', role);
    expect(screen.getByRole('progressbar').style.getPropertyValue('--progress-section-color')).toContain(
      end === 'fail' ? 'red' : 'brand',
    );
  });

  test('of a download has a progress bar until the download is complete (BD-333)', async () => {
    show(null);
    const file = { fileName: 'jam.pdf', fileSize: 4096 };
    act(() => downloadToast('d', { ...file, percentCompleted: 12.4 }));
    const bar = await screen.findByRole('progressbar', { name: 'jam.pdf: 12%' });
    expect(bar.closest('[data-toast]')).toHaveAttribute('data-toast', 'DOWNLOAD');
    act(() => downloadToast('d', { ...file, percentCompleted: 100 }));
    expect((await screen.findByText('Downloaded')).closest('[data-toast]')).toHaveAttribute('data-toast', 'SUCCESS');
  });
});
