import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter, Link } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, storeSession } from '../../../tests/render';
import { createAppStore } from '@/app/store/store';
import { UiProvider } from '@/ui/UiProvider';
import FilterPanel from './FilterPanel';

fakeServer('manager');
const stays = (to: string) => to === '/order-list';

beforeEach(async () => {
  storeSession('manager');
  window.history.pushState(null, '', '/');
  render(
    <Provider store={createAppStore()}>
      <UiProvider>
        <BrowserRouter useTransitions={false}>
          <FilterPanel kind="orders" stays={stays} />
          <Link to="/order-list">List</Link>
          <Link to="/settings">Settings</Link>
        </BrowserRouter>
      </UiProvider>
    </Provider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /Orders Advance Filter/ }));
  await screen.findByText('No presets defined');
});

const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));
const answer = async (name: string, title = 'Leave without saving?') => {
  const question = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.click(question.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('leaving the page asks before the typed name of a preset is lost', async () => {
  await userEvent.type(screen.getByLabelText('Preset name'), 'Late');
  await follow('Settings');
  await answer('Stay');
  expect(window.location.pathname).toBe('/');
  await follow('Settings');
  await answer('Leave');
  expect(window.location.pathname).toBe('/settings');
});

test('a page that has the same filter does not ask, and the one after it does', async () => {
  await userEvent.type(screen.getByLabelText('Preset name'), 'Late');
  await follow('List');
  expect(window.location.pathname).toBe('/order-list');
  expect(screen.getByLabelText('Preset name')).toHaveValue('Late');
  await follow('Settings');
  await answer('Stay');
  expect(window.location.pathname).toBe('/order-list');
});

test('the page is left at once when no name was typed', async () => {
  await follow('Settings');
  expect(window.location.pathname).toBe('/settings');
});

test('choosing a preset and resetting the filter ask before a typed name is lost', async () => {
  const name = screen.getByLabelText('Preset name');
  await userEvent.type(name, 'First{Enter}');
  const preset = await screen.findByRole('button', { name: 'First' });
  await userEvent.click(preset); // it is selected, so this clears it, and asks nothing
  await userEvent.type(name, 'Second');
  for (const button of [preset, screen.getByRole('button', { name: 'Edit First' })]) {
    await userEvent.click(button);
    await answer('Stay', 'Discard the name?');
    expect(name).toHaveValue('Second');
  }
  await userEvent.click(preset);
  await answer('Discard', 'Discard the name?');
  expect(name).toHaveValue('');
  expect(preset).toHaveAttribute('aria-pressed', 'true');
  await userEvent.type(screen.getByLabelText('Custom search'), 'jam');
  const reset = screen.getByRole('button', { name: 'Reset' });
  await waitFor(() => expect(reset).toBeEnabled());
  await userEvent.type(name, 'Third');
  await userEvent.click(reset);
  await answer('Stay', 'Discard the name?');
  expect(name).toHaveValue('Third');
  expect(screen.getByLabelText('Custom search')).toHaveValue('jam');
});
