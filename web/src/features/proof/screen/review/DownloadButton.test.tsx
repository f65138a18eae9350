import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import { DownloadButton } from './DownloadButton';

test("'Download Proof' makes the PDF once and shows its progress (BD-214)", async () => {
  const onDownload = vi.fn<() => void>();
  const button = (percent: number | null) => (
    <UiProvider>
      <DownloadButton percent={percent} onDownload={onDownload} />
    </UiProvider>
  );
  const { rerender } = render(button(null));
  await userEvent.click(screen.getByRole('button', { name: 'Download Proof' }));
  expect(onDownload).toHaveBeenCalledTimes(1);
  rerender(button(40));
  await userEvent.click(screen.getByRole('button', { name: 'Download Proof 40%' }));
  expect(onDownload).toHaveBeenCalledTimes(1);
});
