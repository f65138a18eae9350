import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '@/api/generated';
import { useMe } from '@/api/hooks';
import { firstPageShown } from '@/lib/onDemand';
import { refused } from '../../../tests/fake/server';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { tours } from '@/shared/tours';
import { TourHost } from './TourHost';
import { isPlayable } from './VideoDialog';

const server = fakeServer();

function Host() {
  const me = useMe();
  return (
    <main id="content">
      <h1 tabIndex={-1}>Page</h1>
      {me && <TourHost me={me} />}
    </main>
  );
}

function open(changed: Partial<Profile>, path = '/settings') {
  server().own.profile = { ...server().own.profile, ...changed };
  storeSession('owner');
  firstPageShown();
  return show(<Host />, path);
}
const card = () => screen.findByRole('region', { name: 'Guided tour' });
const noCard = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Guided tour' })).toBeNull());
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const saves = () =>
  server()
    .requests.filter(({ path }) => path.includes('/profile/tour/'))
    .map(({ method, path, body }) => [method, path.split('/').at(-1), JSON.parse(body)]);

beforeEach(() => window.sessionStorage.clear());
afterEach(() => {
  act(tours.close);
  act(notifications.clean);
});

describe('the offer of a tour', () => {
  const both = { generalSettingsTourGuide: true, deleteAccountTourGuide: true };

  test('is announced politely, does not take the focus, and names what the tour shows', async () => {
    open(both);
    const shown = await card();
    expect(shown).toHaveTextContent('New here? A short tour shows this page.');
    expect(shown.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    expect(document.body).toHaveFocus();
  });

  test('is on the page of its tour only', async () => {
    const { router } = open(both, '/order-list');
    await act(() => router.navigate('/settings'));
    expect(await card()).toBeVisible();
    await act(() => router.navigate('/order-list'));
    await noCard();
  });

  test('skipping stores that the tour is over, and the page offers no second one', async () => {
    const { router } = open(both);
    await card();
    await press('Skip');
    await noCard();
    expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus();
    await waitFor(() => expect(saves()).toEqual([['PUT', 'generalSettings', { data: false }]])); // BD-402, BD-403
    expect(server().own.profile).toMatchObject({ generalSettingsTourGuide: false, deleteAccountTourGuide: true });
    await act(() => router.navigate('/order-list'));
    await act(() => router.navigate('/settings'));
    expect(await card()).toHaveTextContent('A short tour shows what it means to delete the account.');
  });

  test('a refusal is told, and the tour is offered again', async () => {
    server().intercept = ({ path }) =>
      path.includes('/tour/') ? refused(503, 'unavailable', 'Please try again in a minute.') : undefined;
    open({ generalSettingsTourGuide: true });
    await card();
    await press('Skip');
    expect(await screen.findByText('Please try again in a minute.')).toBeVisible(); // BD-403
    expect(await card()).toBeVisible();
  });

  test('all can be skipped at once', async () => {
    open({ ...both, dashboardTourGuide: true });
    await card();
    await press('Skip all tours');
    await noCard();
    await waitFor(() => expect(saves()).toEqual([['PUT', 'all', { data: false }]])); // BD-404, BD-405
  });

  test('closing it leaves the tours new, and offers none until the next visit', async () => {
    const { router } = open({ ...both, userMenuTourGuide: true });
    await card();
    await press('Show no tours for now');
    await noCard();
    await act(() => router.navigate('/'));
    await noCard();
    expect(saves()).toEqual([]);
    expect(window.sessionStorage).toHaveLength(1);
  });
});

describe('the list of tours', () => {
  test('says which are new, and offers all again', async () => {
    open({ dashboardTourGuide: true });
    act(tours.list);
    const list = within(await screen.findByRole('dialog', { name: 'Guided tours' }));
    const rows = () => list.getAllByRole('listitem').map((row) => row.textContent);
    await waitFor(() => expect(rows()[0]).toBe('DashboardNewStart'));
    expect(rows()).toHaveLength(12);
    expect(rows().filter((row) => row?.includes('New'))).toHaveLength(1);
    await press('Offer all again');
    await waitFor(() => expect(rows().every((row) => row?.includes('NewStart'))).toBe(true));
    await waitFor(() => expect(saves()).toEqual([['PUT', 'all', { data: true }]])); // BD-404
    await press('Skip all tours');
    await waitFor(() => expect(rows().every((row) => row?.includes('DoneStart'))).toBe(true));
  });
});

describe('after an edit of the profile', () => {
  const offer = () => screen.findByRole('dialog', { name: 'You are ready to go' });

  test('a dialog offers the tour', async () => {
    open({ dashboardTourGuide: true }, '/profile');
    act(tours.edited);
    const buttons = within(await offer()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['', 'Skip', 'Start Tour']); // BD-397
    await press('Skip');
    await waitFor(() => expect(saves()).toEqual([['PUT', 'dashboard', { data: false }]])); // BD-402
  });

  test('it offers the video as well if there is one', async () => {
    open({ dashboardTourGuide: true, tourVideo: '/videos/tour.mp4' }, '/profile');
    act(tours.edited);
    const buttons = within(await offer()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['', 'Skip', 'Start Video', 'Start Tour']); // BD-398
    await press('Start Video');
    const film = await screen.findByLabelText('Tour video', { selector: 'video' });
    expect(film).toHaveAttribute('src', '/videos/tour.mp4');
  });

  test('it waits until the profile is complete', async () => {
    open(
      {
        dashboardTourGuide: true,
        isProfileComplete: false,
        profileGate: { asks: 'profile', closed: true },
      },
      '/profile',
    );
    act(tours.edited);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('a video of another site opens in a new tab, because the page may not play it', async () => {
  const tourVideo = 'https://videos.example/tour.mp4';
  open({ dashboardTourGuide: true, tourVideo }, '/profile');
  act(tours.edited);
  await userEvent.click(await screen.findByRole('button', { name: 'Start Video' }));
  const link = await screen.findByRole('link', { name: 'Open the video' });
  expect(link).toHaveAttribute('href', tourVideo); // BD-396
  expect(link).toHaveAttribute('target', '_blank');
  expect(isPlayable('/watch?v=1')).toBe(false);
  expect(isPlayable('/videos/tour.webm')).toBe(true);
});
