import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import { version } from '../../testing/fixtures';
import { Checked } from './Checked';

const show = (more: Parameters<typeof version>[0]) =>
  render(
    <UiProvider>
      <Checked version={version(more)} />
    </UiProvider>,
  );
const seen = { ...version().can, seeChecked: true };

test('an approval whose annotations changed afterwards is flagged as stale with what changed (BY-030)', () => {
  const changedSince = [
    { what: 'opened', count: 2 },
    { what: 'moved', count: 1 },
  ] as const;
  show({ can: seen, isInternalApproved: true, changedSince: [...changedSince] });
  expect(screen.getByText('Checked')).toBeVisible();
  expect(screen.getByText('Stale: 2 comments opened, 1 mark moved')).toBeVisible();
});

test('a fresh approval shows only as checked, one whose file changed shows as lost (BY-030, D-15)', () => {
  const { unmount } = show({ can: seen, isInternalApproved: true });
  expect(screen.getByText('Checked')).toBeVisible();
  expect(screen.queryByText(/Stale/)).toBeNull();
  unmount();
  show({ can: seen, approvalCleared: true });
  expect(screen.queryByText('Checked')).toBeNull();
  expect(screen.getByText('Approval cleared: the file changed')).toBeVisible();
});
