import { screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeProfile, uuid } from '../../tests/fake/data';
import { withPlan } from '../../tests/fake/membership';
import { RequireSession } from '@/app/guards';
import { routes } from '@/app/router';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../tests/render';

const server = fakeServer();

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});

const order = `/orders/detail/${uuid(1000)}`;
const attachment = `${order}/attachments/${uuid(5001)}`;

/** Pages that need no session, with the beginning of their title. */
test.each([
  ['/signin', 'Log in'], // SH-048
  ['/admin/signin', 'Sign in'], // SH-049
  ['/forgot-password', 'Reset your password'], // SH-050
  ['/reset-password?token=a&type=user&email=a%40b.test', 'Reset Password'], // SH-051
  ['/email-verification?key=a&email=a%40b.test', 'Email verification'], // SH-052
  ['/impersonate-customer?token=a', 'Impersonation'], // SH-056
  ['/signup', 'Sign up'],
  ['/change-email?token=a&email=a%40b.test', 'New email address'],
])('%s is public', async (path, title) => {
  const { router } = showApp(path);
  await waitFor(() => expect(document.title).toContain(title));
  expect(router.state.location.pathname).toBe(path.replace(/\?.*/, ''));
});

test('the authenticated area has about 40 pages, most of them inside the main layout', () => {
  const paths = (all: RouteObject[]): string[] =>
    all.flatMap(({ path, children }) => (children ? paths(children) : (path ?? [])));
  const [inside] = routes.filter(({ Component }) => Component === RequireSession);
  const [live] = inside?.children ?? [];
  const layout = live?.children?.filter(({ children }) => children) ?? [];
  const all = paths(inside ? [inside] : []);
  expect(all.length).toBeGreaterThanOrEqual(40); // SH-047
  expect(all.length - paths(layout).length).toBe(4); // The proof screen, its comparison, and what is unknown.
});

test('/signout is public and leads to the sign-in (SH-053)', async () => {
  const { router } = showApp('/signout');
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
});

/** Pages of the main layout, with their heading. */
test.each([
  ['/', 'Order board'], // SH-057 SH-148
  ['/orders/new', 'Create New Order'], // SH-059
  ['/order-list', 'Orders'], // SH-064 SH-148
  ['/archived-order', 'Archived orders'], // SH-065
  ['/billing/payments', 'Manage Payment/Invoices'], // SH-072
  [`/billing/payments/${uuid(984)}`, 'Payment of 16 Nov 2026'], // SH-073
  ['/billing/invoices', 'Manage Payment/Invoices'], // SH-074
  [`/billing/invoices/${uuid(954)}`, 'PB-2026-000004'], // SH-075
  ['/billing/payment-methods', 'Payment Methods'], // BD-104
  ['/reporting/order', 'Order Reporting'], // SH-091
])('%s shows its page in a session', async (path, heading) => {
  storeSession('owner');
  const { router } = showApp(path);
  expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
});

test.each([
  ['/retail', 'Extra Resources'], // SH-087
  ['/payg', 'Pay as you Go'], // SH-080
  ['/payg/switch', 'Subscription or Pay as you Go'], // SH-082
  ['/cart/checkout', 'Cart'], // SH-076
  [`/checkout/process/invoice/${uuid(954)}`, 'Your order: PB-2026-000004'], // SH-079
])('%s shows its page to the owner of an account with a plan', async (path, heading) => {
  storeSession('owner');
  server().own.profile = withPlan(makeProfile('owner'));
  const { router } = showApp(path);
  expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
});

test.each(['/checkout/cart', '/checkout/process'])('%s leads to the cart (D-27)', async (path) => {
  storeSession('owner');
  server().own.profile = withPlan(makeProfile('owner'));
  const { router } = showApp(path);
  await waitFor(() => expect(router.state.location.pathname).toBe('/cart/checkout')); // SH-077 SH-078
});

test.each([
  ['admin', '/branding'],
  ['admin', '/clients/brightside/branding'],
] as const)('%s opens %s in a session (D-49)', async (role, path) => {
  storeSession(role);
  server().own.profile = makeProfile(role);
  const { router } = showApp(path);
  expect(await screen.findByRole('form', { name: 'Branding' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Branding', level: 1 })).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
});

test.each([
  ['admin', '/plans', 'Plans'],
  ['admin', '/invoices', 'Invoices'],
  ['operator', '/payg/list', 'Pay as you Go Customers'], // SH-081
  ['operator', '/reporting/operator', 'Operator Reporting'], // SH-092
  ['manager', '/reporting/order', 'Order Reporting'],
] as const)('%s opens %s in a session', async (role, path, heading) => {
  storeSession(role);
  server().own.profile = makeProfile(role);
  const { router } = showApp(path);
  expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
});

test.each(['/plans', '/invoices'])('%s leads people who do not sell to the home page', async (path) => {
  storeSession('owner');
  const { router } = showApp(path);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('/branding leads people who may not change the brand to the home page', async () => {
  storeSession('owner');
  const { router } = showApp('/branding');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test.each([
  [order, 'Autumn harvest jar label'], // SH-061
  [attachment, 'harvest-jar-label.png'], // SH-062
  [`${attachment}/versions/${uuid(7013)}`, 'harvest-jar-label.png'], // SH-063
])('%s shows the order or its proof in a session', async (path, name) => {
  await import('@/features/proof/ProofPage');
  storeSession('owner');
  const { router } = showApp(path);
  // The heading is empty until the order is there. A page that crashed has another one.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name));
  expect(router.state.location.pathname).toBe(path);
});
