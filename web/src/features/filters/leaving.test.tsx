import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter, Link } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, storeSession } from '../../../tests/render';
import { createAppStore } from '@/app/store';
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
const answer = async (name: string) => {
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
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
