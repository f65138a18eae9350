import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useSidebar } from './useSidebar';

function Sidebar() {
  return <p>{useSidebar().open ? 'open' : 'closed'}</p>;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  [768, 'closed'],
  [769, 'open'],
])('SH-340: at %i px the sidebar starts %s', (width, state) => {
  vi.stubGlobal('matchMedia', (query: string) => {
    const most = Number(/max-width: (\d+)px/.exec(query)?.[1]);
    return Object.assign(new EventTarget(), { matches: width <= most, media: query });
  });
  render(<Sidebar />, { wrapper: MemoryRouter });
  expect(screen.getByText(state)).toBeVisible();
});
