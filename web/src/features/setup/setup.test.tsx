import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { type FakeAnswer, ok, refused } from '../../../tests/fake/server';
import { fakeServer, show, showApp } from '../../../tests/render';
import * as drawing from '@/lib/files/drawPicture';
import { ownZone, zones } from '@/lib/format/zones';
import { dayError, openHours, usualDays } from '@/shared/hours/days';
import SetupPage from './SetupPage';

vi.mock('@/lib/files/drawPicture', async (original) => ({
  ...(await original<typeof drawing>()),
  drawPicture: vi.fn<typeof drawing.drawPicture>(),
}));

const server = fakeServer();
const sent = () => server().requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/setup'));

/** Answers whether a setup is needed, and the setup itself. */
function answer(needed: boolean, setup?: FakeAnswer) {
  server().intercept = ({ method, path }) => {
    if (!path.endsWith('/setup')) return undefined;
    return method === 'GET' ? ok({ needed }) : setup;
  };
}

const typed: Record<string, string> = {
  'Product name': 'Acme Proofs',
  'First name': 'Ann',
  'Last name': 'Lee',
  'Email Address': 'ann@acme.test',
  Password: 'secret-1',
  'Retype Password': 'secret-1',
};

async function fill() {
  await screen.findByLabelText('Product name');
  for (const [label, text] of Object.entries(typed)) {
    await enter(screen.getByLabelText(label), text);
  }
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set up' }));

describe('business hours', () => {
  const day = { open: true, opens: '09:00', closes: '18:00' };

  test('are minutes after midnight, and a closed day has none', () => {
    expect(openHours(day)).toEqual({ opens: 540, closes: 1080 });
    expect(openHours({ ...day, open: false })).toEqual({ opens: 0, closes: 0 });
    expect(openHours({ ...day, closes: '00:00' })).toEqual({ opens: 540, closes: 1440 });
  });

  test('must close after they open', () => {
    expect(dayError({ ...day, closes: '08:00' })).toBe('The closing time must be after the opening time.');
    expect(dayError({ ...day, opens: '' })).toBe('Required!');
    expect(usualDays.map(dayError).every((error) => error === undefined)).toBe(true);
  });

  test('offer the zone of the browser', () => {
    expect(zones()).toContain(ownZone());
    expect(zones()).toContain('Europe/Berlin');
  });
});

test('an installation that is set up says so', async () => {
  answer(false);
  show(<SetupPage />, '/setup#token=t0ken');
  expect(await screen.findByText('This installation is set up already.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/admin/signin');
});

test('without a token the page says where the link is', async () => {
  answer(true);
  show(<SetupPage />, '/setup');
  expect(await screen.findByRole('heading', { name: 'This product is not set up yet' })).toBeVisible();
  expect(screen.getByText('proofboard account setup-link')).toBeVisible();
});

test('a failed question can be asked again', async () => {
  server().intercept = ({ path }) => (path.endsWith('/setup') ? refused(500, 'internal', 'Try later.') : undefined);
  show(<SetupPage />, '/setup#token=t0ken');
  expect(await screen.findByText('Try later.')).toBeVisible();
});

test('every field shows its own problem, the first one gets the focus, and nothing is sent', async () => {
  answer(true);
  show(<SetupPage />, '/setup#token=t0ken');
  await screen.findByLabelText('Product name');
  await submit();
  expect(screen.getAllByText('Required!')).toHaveLength(6);
  expect(screen.getByLabelText('Product name')).toHaveFocus();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Product name'), 'A');
  expect(screen.getAllByText('Required!')).toHaveLength(5);
});

test('signs the admin in at once', async () => {
  answer(true, { json: { success: true, message: 'Done.' } });
  const { router, store } = show(<SetupPage />, '/setup#token=t0ken');
  await fill();
  await submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(store.getState().session.token).toBe('secret');
  const signIn = server().requests.find(({ path }) => path === '/api/d/token');
  expect(new URLSearchParams(signIn?.body).get('username')).toBe('ann@acme.test');
});

test('sends the form, and opens the sign-in with the address if it cannot sign in', async () => {
  server().intercept = ({ method, path }) => {
    if (path === '/api/d/token') return refused(503, 'unavailable', 'Later.');
    if (!path.endsWith('/setup')) return undefined;
    return method === 'GET' ? ok({ needed: true }) : { json: { success: true, message: 'Done.' } };
  };
  const { router } = showApp('/setup#token=t0ken');
  await fill();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Friday' }));
  const brands = () => server().requests.filter(({ path }) => path.endsWith('/brand')).length;
  const before = brands();
  await submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/signin'));
  expect(await screen.findByText('Your product is set up. Sign in to begin.')).toBeVisible();
  expect(await screen.findByLabelText('Email')).toHaveValue('ann@acme.test');
  await waitFor(() => expect(brands()).toBeGreaterThan(before)); // the sign-in shows the new name
  const usual = { opens: 540, closes: 1080 };
  const closed = { opens: 0, closes: 0 };
  expect(sent()[0]?.headers.has('authorization')).toBe(false);
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
    token: 't0ken',
    productName: 'Acme Proofs',
    firstname: 'Ann',
    lastname: 'Lee',
    email: 'ann@acme.test',
    password: 'secret-1',
    timeZone: ownZone(),
    internationalPhones: true, // D-89
    days: [closed, usual, usual, usual, usual, closed, closed],
  });
});

test('a form with input is not lost by closing the window, an empty one asks nothing', async () => {
  answer(true);
  show(<SetupPage />, '/setup#token=t0ken');
  const asks = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
  const name = await screen.findByLabelText('Product name');
  expect(asks()).toBe(false);
  await userEvent.type(name, 'A');
  expect(asks()).toBe(true);
  await userEvent.clear(name);
  expect(asks()).toBe(false);
});

test('a refusal shows the message and keeps what was typed', async () => {
  answer(true, refused(409, 'setup.done', 'This installation has an admin already.'));
  show(<SetupPage />, '/setup#token=t0ken');
  await fill();
  await submit();
  expect(await screen.findByText('This installation has an admin already.')).toBeVisible();
  expect(screen.getByLabelText('Product name')).toHaveValue('Acme Proofs');
  expect(within(screen.getByRole('group', { name: 'You' })).getByLabelText('Email Address')).toHaveValue(
    'ann@acme.test',
  );
});

describe('the logo', () => {
  const choose = async () => {
    answer(true, { json: { success: true, message: 'Done.' } });
    const { container } = show(<SetupPage />, '/setup#token=t0ken');
    await screen.findByLabelText('Product name');
    const input = container.querySelector('input[type="file"]');
    if (!input) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [new File(['x'], 'logo.svg')] } });
  };
  const drawn = { image: 'cG5n', url: 'data:image/png;base64,cG5n', width: 320, height: 120 };

  test('is drawn small enough, shown and sent', async () => {
    vi.mocked(drawing.drawPicture).mockResolvedValue(drawn);
    await choose();
    expect(await screen.findByRole('img', { name: 'The chosen logo' })).toHaveAttribute('src', drawn.url);
    expect(vi.mocked(drawing.drawPicture).mock.lastCall?.[1]).toEqual({ width: 640, height: 240 });
    await fill();
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ logo: 'cG5n' });
  });

  test('can be removed', async () => {
    vi.mocked(drawing.drawPicture).mockResolvedValue(drawn);
    await choose();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove logo' }));
    expect(screen.queryByRole('img', { name: 'The chosen logo' })).toBeNull();
    await fill();
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(JSON.parse(sent()[0]?.body ?? '')).not.toHaveProperty('logo');
  });

  test('that cannot be drawn says why', async () => {
    vi.mocked(drawing.drawPicture).mockRejectedValue(new Error('This file is larger than 5 MB.'));
    await choose();
    expect(await screen.findByText('This file is larger than 5 MB.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose a logo' })).toBeVisible();
  });
});
