import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerClose } from '../../../../tests/closing';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../../tests/render';

fakeServer('manager');

beforeEach(() => {
  storeSession('manager');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => vi.unstubAllGlobals());

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const nameField = () => screen.queryByLabelText('Preset name');

/** Opens the filter of the sidebar in a browser of this width, in px, and types the name of a preset. */
async function typeName(width: number, text: string) {
  vi.stubGlobal('matchMedia', (query: string) => {
    const most = Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0);
    return Object.assign(new EventTarget(), { matches: width <= most, media: query });
  });
  showApp('/archived-order');
  if (width <= 768) await press('Open the sidebar');
  await press(/Archive Order Filter/);
  await screen.findByText('No presets defined');
  await userEvent.type(await screen.findByLabelText('Preset name'), text);
}

test.each([
  ['Escape closes the drawer of a phone', 390, () => userEvent.keyboard('{Escape}')],
  ['its button closes the drawer of a phone', 390, () => press('Close the sidebar')],
  ['the button of the header closes the drawer of a phone', 390, () => press('Collapse the sidebar')],
  ['the button of the header folds a wide sidebar', 1440, () => press('Collapse the sidebar')],
])('a typed name of a preset is asked about before %s', async (_, width, close) => {
  await typeName(width, 'Late');
  await close();
  await answerClose('Stay');
  expect(nameField()).toHaveValue('Late');
  await close();
  await answerClose('Discard');
  await waitFor(() => expect(nameField()).toBeNull());
});

test('a name under a folded filter is asked about too', async () => {
  await typeName(390, 'Late');
  await press(/Archive Order Filter/);
  await press('Close the sidebar');
  await answerClose('Stay');
  await press(/Archive Order Filter/);
  expect(nameField()).toHaveValue('Late');
});

test('the drawer closes at once when no name was typed', async () => {
  await typeName(390, ' ');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(nameField()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a half-typed day of the filter closes with the drawer', async () => {
  await typeName(390, ' ');
  const [from] = screen.getAllByPlaceholderText('From');
  if (from) await userEvent.type(from, '24 De{Escape}');
  await waitFor(() => expect(nameField()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape leaves a wide sidebar and the name as they are', async () => {
  await typeName(1440, 'Late{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(nameField()).toHaveValue('Late');
});
