import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { impersonation } from '../../../tests/fake/accounts';
import { people, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

const open = async (id: string, name: string) => {
  showApp(`/team-members/${id}`);
  await screen.findByRole('heading', { name });
};
const act = { name: 'Act as this person' };

describe('acting as a person, for an admin (D-48)', () => {
  const server = fakeServer('admin');
  beforeEach(() => storeSession('admin'));
  const begin = async () => {
    await open(people.sam.id, 'Sam Whitfield');
    await userEvent.click(screen.getByRole('button', act));
    const dialog = within(await screen.findByRole('dialog', { name: 'Act as Sam Whitfield' }));
    expect(
      dialog.getByText(/This replaces your own session in this browser; sign in again afterwards\./),
    ).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'They asked us.');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  };
  const sent = () => server().requests.filter(({ path }) => path.endsWith('/impersonation'));

  test('takes a reason and opens the link in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(window);
    await begin();
    await waitFor(() => expect(opened).toHaveBeenCalledWith(`${impersonation}#token=link`, '_blank'));
    expect(sent().map(({ body }) => body)).toEqual(['{"reason":"They asked us."}']);
  });

  test('opens the link after one more click when the browser blocked the tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValueOnce(null).mockReturnValue(window);
    await begin();
    await userEvent.click(await screen.findByRole('button', { name: 'Open in a new tab' }));
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(2));
    expect(sent()).toHaveLength(1);
  });

  test('says why it is refused', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/impersonation') ? refused(409, 'x', 'Not this person.') : undefined;
    await begin();
    expect(await screen.findByText('Not this person.')).toBeVisible();
  });

  test.each([
    [people.priya.id, 'Priya Raman'],
    [uuid(6), 'Nina Ivers'],
  ])('is not offered for %s, who is of the provider or not active', async (id, name) => {
    await open(id, name);
    expect(screen.queryByRole('button', act)).toBeNull();
  });

  test('somebody who lost their second factor gets it reset after a question (D-46)', async () => {
    await open(people.sam.id, 'Sam Whitfield');
    const panel = within(screen.getByRole('region', { name: 'Second factor: 2' }));
    await userEvent.click(panel.getByRole('button', { name: 'Reset' }));
    const question = within(await screen.findByRole('dialog', { name: 'Reset the second factor of Sam Whitfield?' }));
    await userEvent.click(question.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('Sam Whitfield signs in with the password alone now.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Second factor/ })).toBeNull());
    const calls = server().requests.filter(({ method }) => method === 'DELETE');
    expect(calls.map(({ path }) => path)).toEqual([`/api/d/people/${people.sam.id}/factors`]);
  });
});

describe('a person, for the owner of the account', () => {
  fakeServer('owner');
  beforeEach(() => storeSession('owner'));

  test('cannot be acted as', async () => {
    await open(people.sam.id, 'Sam Whitfield');
    expect(screen.queryByRole('button', act)).toBeNull();
  });

  test('without a second factor has nothing to reset', async () => {
    await open(people.olivia.id, 'Olivia Hartmann');
    expect(screen.queryByRole('region', { name: /^Second factor/ })).toBeNull();
  });
});
