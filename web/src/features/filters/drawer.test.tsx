import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerClose } from '../../../tests/closing';
import { fakeServer, show, storeSession } from '../../../tests/render';
import FilterPanel from './FilterPanel';

fakeServer('manager');
const onClose = vi.fn<() => void>();
const sidebar = vi.fn<() => void>(); // Hears the keys that reach the document, as the sidebar does.

/** Opens the panel in a browser of this width, in px. */
async function open(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => {
    const most = Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0);
    return Object.assign(new EventTarget(), { matches: width <= most, media: query });
  });
  show(<FilterPanel kind="orders" onClose={onClose} />);
  await userEvent.click(await screen.findByRole('button', { name: /Orders Advance Filter/ }));
  await screen.findByText('No presets defined');
  return screen.getByLabelText('Preset name');
}

beforeEach(() => {
  window.localStorage.clear();
  storeSession('manager');
  onClose.mockClear();
  sidebar.mockClear();
  document.addEventListener('keydown', sidebar);
});
afterEach(() => {
  document.removeEventListener('keydown', sidebar);
  vi.unstubAllGlobals();
});

test('Escape asks before a typed name is lost with the drawer', async () => {
  const name = await open(768);
  await userEvent.type(name, 'Late');
  sidebar.mockClear();
  await userEvent.keyboard('{Escape}');
  await answerClose('Stay');
  expect(onClose).not.toHaveBeenCalled();
  expect(name).toHaveValue('Late');
  await userEvent.keyboard('{Escape}');
  await answerClose('Discard');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sidebar).not.toHaveBeenCalled();
});

test('Escape closes the drawer at once when no name was typed', async () => {
  await userEvent.type(await open(768), ' {Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Escape leaves a wide sidebar and the name as they are', async () => {
  const name = await open(1440);
  await userEvent.type(name, 'Late{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(name).toHaveValue('Late');
});
