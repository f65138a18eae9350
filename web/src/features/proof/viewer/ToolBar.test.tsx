import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import type { Topic } from '@/api';
import { useMarkup } from '../markup';
import { ToolBar } from './ToolBar';
import { layOut } from './zoom/layout';
import type { Viewer } from './useViewer';

const pages = [{ width: 800, height: 600 }];
const topics: Topic[] = [];

function Bar({ readOnly }: { readOnly: boolean }) {
  const markup = useMarkup({ key: 'v', topics, askedAt: 0, pages, readOnly });
  const stage = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.75);
  const nothing = () => {};
  const zoom = { scale, to: setScale, in: () => setScale(1), out: () => setScale(0.5) };
  const viewer: Viewer = {
    stage,
    zoom,
    pages,
    turn: 0,
    rotate: nothing,
    layout: layOut(pages, scale),
    shown: [1, 1],
    seen: [1, 1],
    page: 1,
    goTo: nothing,
    fit: nothing,
    fitAll: nothing,
    show: nothing,
    reveal: nothing,
  };
  return <ToolBar markup={markup} viewer={viewer} />;
}
const show = (readOnly = false) =>
  render(
    <UiProvider>
      <Bar readOnly={readOnly} />
    </UiProvider>,
  );
const chosen = () => screen.getAllByRole('radio', { checked: true }).map((r) => r.getAttribute('aria-label'));

describe('the tool bar', () => {
  test('starts with the circle and blue (BD-261)', () => {
    show();
    expect(chosen()).toEqual(['Circle', 'Blue']);
  });

  test('has a mouse, four shapes and six colours (BD-258, BD-259, BD-260)', async () => {
    show();
    expect(screen.getAllByRole('radio').map((r) => r.getAttribute('aria-label'))).toEqual([
      'Select and move',
      'Circle',
      'Arrow',
      'Rectangle',
      'Line',
      'Green',
      'Red',
      'Blue',
      'Yellow',
      'Pink',
      'Purple',
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'Arrow' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Pink' }));
    expect(chosen()).toEqual(['Arrow', 'Pink']);
  });

  test('read-only keeps the mouse and the zoom (BD-236)', () => {
    show(true);
    expect(screen.getAllByRole('radio').filter((r) => !r.hasAttribute('disabled'))).toHaveLength(1);
    expect(chosen()).toEqual(['Select and move']);
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
  });

  test('shows the zoom as a percent (BD-244)', async () => {
    show();
    expect(screen.getByRole('button', { name: 'Zoom: 75%' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(screen.getByRole('button', { name: 'Zoom: 100%' })).toBeInTheDocument();
  });
});
