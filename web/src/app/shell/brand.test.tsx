import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { makeOrders, makeProfile } from '../../../tests/fake/data';
import { ok } from '../../../tests/fake/server';
import { Brand } from '@/shared/Brand';
import { brandMs } from '@/shared/entry/useEntryBrand';
import { EntryLayout } from '@/shared/entry/EntryLayout';
import { OrderCover } from '@/shared/view/OrderCover';
import { applyLive } from '@/api/live/live';
import { themeLoaded } from '@/api/session/session';
import { firstPageShown } from '@/lib/onDemand';
import { Logo } from '@/ui/Logo';

const server = fakeServer();
const theme = { brand: '#0f766e', name: 'Brightside', logo: '/logo.png', favicon: '/favicon.png' };

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  document.head.querySelector('link[rel="icon"]')?.remove();
  const link = Object.assign(document.createElement('link'), { rel: 'icon', type: 'image/svg+xml' });
  link.setAttribute('href', '/favicon.svg');
  document.head.append(link);
});

const colour = () => document.documentElement.style.getPropertyValue('--brand');
const icon = () => new URL(document.head.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '').pathname;

/** Answers the brand of the host name, or with a failure. */
const hostHas = (answer: ReturnType<typeof ok> | { status: number; json: object }) => {
  server().intercept = ({ path }) => (path.endsWith('/brand') ? answer : undefined);
};

test("SH-162: a brand changes colour, title and favicon; without it they are the product's again", () => {
  const { rerender, unmount } = render(<Brand theme={theme} />);
  expect([colour(), document.title, icon()]).toEqual(['#0f766e', 'Brightside', '/favicon.png']);
  rerender(<Brand theme={{ brand: '#b45309' }} />);
  expect([colour(), icon()]).toEqual(['#b45309', '/favicon.svg']);
  unmount();
  expect([colour(), document.title, icon()]).toEqual(['', '', '/favicon.svg']);
  expect(document.head.querySelector('link[rel="icon"]')).toHaveAttribute('type', 'image/svg+xml');
});

test("a logo that cannot be loaded is replaced by the client's name", () => {
  show(<Logo name="Brightside" src="/gone.png" />);
  fireEvent.error(screen.getByRole('img', { name: 'Brightside' }));
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(screen.getByText('Brightside')).toBeVisible();
});

describe('in a session', () => {
  test('SH-162: the header, the colour, the title and the favicon are those of the client', async () => {
    storeSession('owner');
    server().own.profile = { ...makeProfile('owner'), theme };
    showApp('/order-list');
    expect(await screen.findByRole('img', { name: 'Brightside' })).toHaveAttribute('src', '/logo.png');
    expect([colour(), icon()]).toEqual(['#0f766e', '/favicon.png']);
    await waitFor(() => expect(document.title).toBe('Orders · Brightside'));
  });

  test('the stored theme applies before the profile is loaded', () => {
    storeSession('owner');
    window.localStorage.setItem('theme', JSON.stringify(theme));
    showApp('/order-list');
    expect(screen.getByText('Opening your orders')).toBeInTheDocument();
    expect(colour()).toBe('#0f766e');
  });

  test('a changed brand arrives with the live message of the profile', async () => {
    storeSession('owner');
    const { store } = showApp('/order-list');
    await screen.findByRole('navigation', { name: 'Main' });
    server().own.profile = { ...server().own.profile, theme };
    act(() => store.dispatch(applyLive({ event: 'reload-profile' })));
    await waitFor(() => expect(colour()).toBe('#0f766e'));
  });

  test.each([
    ['admin', 'admin'],
    ['owner', 'customer'],
  ] as const)('SH-167: the theme of the shell follows the client: %s', async (role, client) => {
    storeSession(role);
    server().own.profile = makeProfile(role);
    showApp('/order-list');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(nav.closest('[data-client]')).toHaveAttribute('data-client', client);
  });
});

describe('without a session', () => {
  test('the page has the brand of its host name, and shows once it is known', async () => {
    hostHas(ok({ kind: 'reseller', theme, signUp: false }));
    show(<EntryLayout title="Log in">The form</EntryLayout>);
    const page = screen.getByText('The form').closest('[data-brand]');
    expect(page).toHaveAttribute('data-brand', 'loading');
    expect(await screen.findByRole('img', { name: 'Brightside' })).toBeVisible();
    expect(page).not.toHaveAttribute('data-brand');
    expect([colour(), document.title, icon()]).toEqual(['#0f766e', 'Log in · Brightside', '/favicon.png']);
  });

  test('the page shows with the mark of the product when the brand cannot be read', async () => {
    hostHas({ status: 500, json: {} });
    show(<EntryLayout title="Log in">The form</EntryLayout>);
    const page = screen.getByText('The form').closest('[data-brand]');
    await waitFor(() => expect(page).not.toHaveAttribute('data-brand'));
    expect(screen.getByText('Proofboard')).toBeVisible();
  });

  test('the page does not wait long for the brand', () => {
    vi.useFakeTimers();
    show(<EntryLayout title="Log in">The form</EntryLayout>);
    const page = screen.getByText('The form').closest('[data-brand]');
    act(() => void vi.advanceTimersByTime(brandMs));
    expect(page).not.toHaveAttribute('data-brand');
    vi.useRealTimers();
  });
});

describe('the image placeholder', () => {
  const [card] = makeOrders(1);
  const shown = (attachments: object[]) => {
    if (!card) throw new Error('no order');
    firstPageShown();
    const view = show(<OrderCover card={{ ...server().card(card), attachments: attachments as [] }} />);
    return { ...view, picture: () => view.container.querySelector('img')?.getAttribute('src') };
  };

  test('SH-163: takes the place of a missing picture', async () => {
    server().intercept = ({ path }) => (path.endsWith('/order/covers') ? ok({ covers: [] }) : undefined);
    for (const attachments of [[], [{ uploadedByType: 'customer' }]]) {
      const { store, picture, unmount } = shown(attachments);
      act(() => void store.dispatch(themeLoaded({ ...theme, imagePlaceholder: '/none.png' })));
      await waitFor(() => expect(picture()).toBe('/none.png'));
      unmount();
    }
  });

  test('is not there for a client that has none', async () => {
    const { picture } = shown([]);
    await act(() => Promise.resolve());
    expect(picture()).toBeUndefined();
  });
});
