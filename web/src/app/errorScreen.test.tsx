import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { refused } from '../../tests/fake/server';
import { fakeServer, show } from '../../tests/render';
import { UiProvider } from '@/ui/UiProvider';
import { CrashBoundary } from './ErrorScreen';

const server = fakeServer();

test('a crash while rendering shows the 500 screen with its two buttons (SH-157, SH-158)', async () => {
  const user = userEvent.setup();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  function Breaks() {
    const [broken, setBroken] = useState(false);
    if (broken) throw new Error('broken on purpose');
    return <button onClick={() => setBroken(true)}>break</button>;
  }
  show(
    <CrashBoundary>
      <Breaks />
    </CrashBoundary>,
  );
  await user.click(screen.getByRole('button', { name: 'break' }));
  expect(screen.getByText('Whoops, something went wrong on our end.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Report Error' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Clear Cache/History' })).toHaveAttribute('href', '/clear-history');

  // A report that cannot be sent can be sent by hand.
  server().intercept = () => refused(429, 'error_report.too_many', 'Many errors were reported.');
  await user.click(screen.getByRole('button', { name: 'Report Error' }));
  expect(await screen.findByText('The report could not be sent')).toBeVisible();
  expect(await window.navigator.clipboard.readText()).toContain('broken on purpose');

  server().intercept = () => undefined;
  await user.click(screen.getByRole('button', { name: 'Report Error' }));
  expect(await screen.findByText('Thank you. The error was reported.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Report Error' })).toBeDisabled();
  const [report] = server().shell.reports.map((body) => JSON.parse(body) as Record<string, string>);
  expect(report).toMatchObject({ message: 'Error: broken on purpose', page: '/' });
  expect(Object.keys(report ?? {}).toSorted()).toEqual(['build', 'message', 'page', 'stack']);
});

test('after a crash the next address renders normally', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  function Breaks(): never {
    throw new Error('broken on purpose');
  }
  const { rerender } = render(<CrashBoundary at="a">fine</CrashBoundary>, { wrapper: UiProvider });
  rerender(
    <CrashBoundary at="a">
      <Breaks />
    </CrashBoundary>,
  );
  expect(screen.getByText('Whoops, something went wrong on our end.')).toBeVisible();
  rerender(<CrashBoundary at="a">fine again</CrashBoundary>);
  expect(screen.queryByText('fine again')).not.toBeInTheDocument();
  rerender(<CrashBoundary at="b">fine again</CrashBoundary>);
  expect(screen.getByText('fine again')).toBeVisible();
});
