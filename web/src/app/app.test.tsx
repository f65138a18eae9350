import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../tests/render';
import { refused } from '../../tests/fake/server';
import { reauthRequired } from '@/api/request/connection';
import { lazyDelayMs, lazyPage, lazyTimeoutMs } from './pages/lazyPage';
import { UserMenu } from './shell/header/UserMenu';
import { makeProfile } from '../../tests/fake/data';
import { Header } from './shell/header/Header';
import { filterOf } from './shell/overview/useBoardFilter';

const server = fakeServer();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});

describe('the route guard', () => {
  test.each(['/', '/orders/new', '/orders/detail/1', '/order-list', '/nowhere'])(
    'redirects %s to the customer sign-in without a session (SH-045)',
    async (path) => {
      const { router } = showApp(path);
      await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    },
  );
  test('/annotation/guestreviewer is the guest reviewer page and needs no session (SH-054)', async () => {
    // Loading a screen of this size takes long on a busy machine.
    await import('@/features/proof/guest/GuestPage');
    const { router } = showApp('/annotation/guestreviewer');
    // The address has no token.
    expect(await screen.findByText('Something is wrong!')).toBeVisible();
    expect(router.state.location.pathname).toBe('/annotation/guestreviewer');
    expect(document.title).toContain('Guest Reviewer');
  });
  test('an expired session counts as none (SH-014, SH-045)', async () => {
    storeSession('owner');
    window.localStorage.setItem('expirationDate', '2020-01-01T00:00:00Z');
    const { router } = showApp('/');
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  });
  test.each(['/nowhere', '/old-kanban'])(
    '%s redirects to the home page in a session (SH-046, SH-066, D-27)',
    async (path) => {
      storeSession('owner');
      const { router } = showApp(path);
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    },
  );
  test('/clear-history deletes everything stored and starts at the root (SH-058, D-27)', async () => {
    storeSession('owner');
    const replace = vi.fn<(url: string) => void>();
    vi.stubGlobal('location', { origin: window.location.origin, replace });
    showApp('/clear-history');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
    expect(window.localStorage.getItem('token')).toBeNull();
  });
});

describe('the profile', () => {
  test('that cannot be read shows and stores the error and clears the user (SH-037)', async () => {
    storeSession('owner');
    server().intercept = ({ path }) =>
      path.endsWith('/profile') ? refused(409, 'x', 'Your account is closed.') : undefined;
    const { store } = showApp('/');
    expect(await screen.findByText('Your account is closed.')).toBeVisible();
    expect(store.getState().session).toMatchObject({ userId: null, error: { message: 'Your account is closed.' } });
  });
});

describe('an ended session', () => {
  test('shows a message, is cleared, and the page reloads after 3 seconds (SH-044)', async () => {
    storeSession('owner');
    const reload = vi.fn<() => void>();
    const { store } = showApp('/orders/new');
    await screen.findByRole('heading', { name: 'Create New Order' });
    vi.stubGlobal('location', { origin: window.location.origin, reload });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const began = Date.now();
    act(() => void store.dispatch(reauthRequired('Your session was ended by an administrator.')));
    expect(await screen.findByText('Your session was ended by an administrator.')).toBeInTheDocument();
    expect(store.getState().session.token).toBeNull();
    // The message may have taken a while on a busy machine.
    await vi.advanceTimersByTimeAsync(2900 - (Date.now() - began));
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a lazy page', () => {
  const page = { default: () => <p>The page</p> };

  test('shows after 300 ms (BD-430)', async () => {
    vi.useFakeTimers();
    const Lazy = lazyPage(async () => page);
    show(<Lazy />);
    await act(() => vi.advanceTimersByTimeAsync(lazyDelayMs - 10));
    expect(screen.queryByText('The page')).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText('The page')).toBeVisible();
  });
  test('times out after 10 s with a Retry that works (BD-431, BD-432, SH-159)', async () => {
    vi.useFakeTimers();
    let calls = 0;
    const Lazy = lazyPage(() => (++calls === 1 ? new Promise<never>(() => {}) : Promise.resolve(page)));
    show(<Lazy />);
    await act(() => vi.advanceTimersByTimeAsync(lazyTimeoutMs));
    expect(screen.getByText('Taking a long time to load component...')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await act(() => vi.advanceTimersByTimeAsync(lazyDelayMs));
    expect(screen.getByText('The page')).toBeVisible();
  });
});

describe('the user menu', () => {
  async function open(profile: ReturnType<typeof makeProfile>) {
    show(<UserMenu me={profile} />);
    await userEvent.click(screen.getByRole('button', { name: /User menu/ }));
    return within(await screen.findByRole('dialog'));
  }

  test('shows name, e-mail and job title in a customer-client session, and Logout (SH-178, SH-180, SH-191)', async () => {
    const menu = await open(makeProfile('owner'));
    expect(menu.getByText('Olivia Hartmann')).toBeVisible();
    expect(menu.getByText('olivia@acme.test')).toBeVisible();
    expect(menu.getByText('Brand Manager')).toBeVisible();
    expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
  });
  test('shows the role in all other sessions (SH-180)', async () => {
    const menu = await open(makeProfile('manager'));
    expect(menu.getByText('Manager')).toBeVisible();
    expect(menu.queryByText('Production')).not.toBeInTheDocument();
  });
  test('cuts the name at 24 characters and shows all of it on hover (SH-179)', async () => {
    const menu = await open({
      ...makeProfile('owner'),
      firstname: 'Wilhelmina Alexandra',
      lastname: 'Featherstonehaugh',
    });
    expect(menu.getByText('Wilhelmina Alexandra Fea…')).toBeVisible();
    expect(menu.getByTitle('Wilhelmina Alexandra Featherstonehaugh')).toBeVisible();
  });
});

describe('the header', () => {
  const header = (path: string, isClientType = false) => {
    storeSession('owner');
    show(<Header me={{ ...makeProfile('owner'), isClientType }} sidebarOpen onToggleSidebar={() => {}} />, path);
  };

  test('has Create New Order, except on the create page (BD-105, BD-106)', async () => {
    header('/');
    expect(await screen.findByRole('button', { name: 'Create New Order' })).toBeVisible();
  });
  test.each(['/orders/new', '/membership/service', '/membership/package'])(
    'hides Create New Order on %s (BD-106..BD-108)',
    async (path) => {
      header(path);
      await waitFor(() => expect(server().requests.some((r) => r.path.endsWith('/message/groups'))).toBe(true));
      expect(screen.queryByRole('button', { name: 'Create New Order' })).not.toBeInTheDocument();
    },
  );
  test.each([
    ['/', true],
    ['/order-list', true],
    ['/orders/detail/1', false],
  ])('on %s the Board View and List View toggle shows: %s (BD-103)', (path, shown) => {
    header(path);
    expect(screen.queryByRole('link', { name: 'Board View' }) !== null).toBe(shown);
    expect(screen.queryByRole('link', { name: 'List View' }) !== null).toBe(shown);
  });
  test("a client-type user gets 'Create New Customer' instead of 'Create New Order', and it opens a page (BD-109)", async () => {
    header('/', true);
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Customer' }));
    expect(screen.queryByRole('button', { name: 'Create New Order' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create New Customer' })).not.toBeInTheDocument();
  });
  test('a client-type user has no toggle (BD-102)', () => {
    header('/', true);
    expect(screen.queryByRole('link', { name: 'Board View' })).not.toBeInTheDocument();
  });
});

describe('the sidebar', () => {
  test('collapses, and the browser stores this (BD-115, BD-117)', async () => {
    storeSession('owner');
    const { unmount } = showApp('/orders/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse the sidebar' }));
    expect(screen.queryByText('Welcome back,')).not.toBeInTheDocument();
    unmount();
    showApp('/orders/new');
    expect(await screen.findByRole('button', { name: 'Open the sidebar' })).toBeVisible();
  });
  test('has a dashboard that collapses, and the browser stores this (BD-116, BD-117)', async () => {
    storeSession('owner');
    const { unmount } = showApp('/orders/new');
    const title = () => screen.findByRole('button', { name: 'By status' });
    expect(await screen.findByRole('link', { name: /^In Review/ })).toBeVisible();
    await userEvent.click(await title());
    expect(screen.queryByRole('link', { name: /^In Review/ })).not.toBeInTheDocument();
    unmount();
    showApp('/orders/new');
    expect(await title()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(await title());
    expect(await screen.findByRole('link', { name: /^In Review/ })).toBeVisible();
  });
  test('shows no dashboard of the board on the archive', async () => {
    storeSession('owner');
    const { router } = showApp('/orders/new');
    expect(await screen.findByRole('button', { name: 'By status' })).toBeVisible();
    await act(() => router.navigate('/archived-order'));
    expect(screen.queryByRole('button', { name: 'By status' })).not.toBeInTheDocument();
  });
  test('greets the user by first name (BD-119)', async () => {
    storeSession('owner');
    showApp('/orders/new');
    expect(await screen.findByText('Welcome back,')).toBeVisible();
    expect(screen.getByTitle('Olivia')).toHaveTextContent('Olivia');
  });
  test.each([
    ['Wilhelmina Alexandra Rosa', 'Wilhelmina Alexandra Rosa'],
    ['Wilhelmina Alexandra Rosal', 'Wilhelmina Alexandra Rosa…'],
  ])('cuts the first name %s in the welcome at 25 characters (SH-337)', async (firstname, shown) => {
    storeSession('owner');
    server().own.profile.firstname = firstname;
    showApp('/orders/new');
    expect((await screen.findByTitle(firstname)).textContent).toBe(shown);
  });
});

test('switching between board and list keeps only the filters', () => {
  expect(filterOf('?page=2&q=x&sort=due&dir=asc&limit=25&orderProgress=on-hold')).toBe('?orderProgress=on-hold');
  expect(filterOf('?page=2')).toBe('');
});
