import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import { defaults } from '../engine';
import { mark } from '../testing/fixtures';
import { scrollDelayMs as viewDelay } from '../viewer/useViewer';
import { scrollDelayMs as panelDelay } from '../threads/ThreadCard';
import { fadeMs, MarkPopover } from './MarkPopover';

const rect = mark('rect', [
  { x: 0.4, y: 0.4 },
  { x: 0.6, y: 0.6 },
]);

test('marks have a stroke of 5, a pointer of 10 and a radius of 10 (BD-263, BD-264, BD-265)', () => {
  expect([defaults.strokeWidth, defaults.pointer, defaults.radius]).toEqual([5, 10, 10]);
});

test('a popover at a mark is below it, or above where there is no room, and fades in over 150 ms (BD-239, BD-266, D-18)', async () => {
  render(
    <UiProvider>
      <MarkPopover mark={rect} size={{ width: 800, height: 600 }} label="Comment 1">
        <p>words</p>
      </MarkPopover>
    </UiProvider>,
  );
  expect(await screen.findByRole('dialog', { name: 'Comment 1' })).toHaveAttribute('data-position', 'bottom');
  expect(fadeMs).toBe(150);
});

test('the view and the panel scroll to a comment after 350 ms (BD-240)', () => {
  expect([viewDelay, panelDelay]).toEqual([350, 350]);
});
