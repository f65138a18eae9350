import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { ok, refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { Order } from '@/api/generated';
import { linksIn } from '@/lib/links';
import { changes, empty, newOrder, retiredOf } from './draft';

const offered = { name: '', categoryId: '', promisedStart: 0, allocated: 0, place: 0, retired: false };

describe('the fields of a draft that are sent', () => {
  test('a draft without a name has a placeholder name', () => {
    expect(newOrder({ ...empty, brief: 'x' })).toMatchObject({ orderName: 'Untitled order', brief: 'x' });
    expect(newOrder({ ...empty, name: ' Label ' }).orderName).toBe('Label');
  });

  test("only changed fields are sent, so that another user's changes stay", () => {
    const saved = { ...empty, name: 'Label', priority: 'high' as const, due: '2026-12-01' };
    expect(changes(saved, saved)).toBeNull();
    expect(changes(saved, { ...saved, brief: '{"type":"doc"}' })).toEqual({ brief: '{"type":"doc"}' });
    expect(changes(saved, { ...saved, due: '' })).toEqual({ dueDate: null });
    expect(changes(saved, { ...saved, name: 'Label 2', priority: 'urgent', payg: true })).toEqual({
      orderName: 'Label 2',
      priority: 'urgent',
      payg: true,
    });
    expect(changes(saved, { ...saved, references: 'https://a.example\nnonsense' })).toEqual({
      references: ['https://a.example'],
    });
  });

  test('a draft keeps a service that is no longer offered', () => {
    const order = { serviceId: uuid(9), serviceName: 'Poster', promisedStart: 60, workTime: { paused: true } } as Order;
    expect(retiredOf(order, [])).toMatchObject({ id: uuid(9), name: 'Poster', promisedStart: 60, allocated: 0 });
    expect(retiredOf(order, [{ ...offered, id: uuid(9) }])).toBeUndefined();
    expect(retiredOf({ ...order, serviceId: undefined }, [])).toBeUndefined();
  });

  test('references are links to web pages, twenty at most', () => {
    expect(linksIn(' https://a.example/x \n\nhttp://b.example')).toEqual({
      links: ['https://a.example/x', 'http://b.example'],
      wrong: [],
    });
    expect(linksIn('javascript:alert(1)\nftp://a.example\nplain').links).toEqual([]);
    const many = Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`);
    expect(linksIn(many.join('\n')).wrong).toEqual(['https://a.example/20']);
  });
});

describe('the order form', () => {
  const server = fakeServer();
  beforeEach(() => {
    storeSession('owner');
    vi.stubGlobal('WebSocket', SilentSocket);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const writes = () => server().requests.filter(({ method }) => method !== 'GET');
  const sent = () => writes().map(({ method, body }) => [method, JSON.parse(body) as unknown]);

  test('saves a draft while the user types, and later only the changed fields', async () => {
    const { router } = showApp('/orders/new');
    const name = await screen.findByRole('textbox', { name: /Order name/ });
    // The title tells tabs and history entries of the browser apart.
    expect(document.title).toMatch(/^Create New Order/);
    await userEvent.click(name);
    await userEvent.paste('Plum jam'); // In one piece: a slow machine saves between two letters.
    await screen.findByText('Saved as a draft');
    expect(sent()).toMatchObject([['POST', { orderName: 'Plum jam', priority: 'normal' }]]);
    expect(router.state.location.search).toBe(`?draft=${uuid(2024)}`);
    expect(name).toHaveFocus();
    await userEvent.paste(' label');
    await waitFor(() => expect(sent().at(-1)).toEqual(['PUT', { orderName: 'Plum jam label' }]));
  });

  test('creates the order only with a name, and opens it (D-05, SH-147)', async () => {
    const { router } = showApp('/orders/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Create Order' }));
    expect(await screen.findByText('Required!')).toBeInTheDocument();
    expect(writes()).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: /Order name/ }), 'Plum jam');
    await userEvent.click(screen.getByRole('button', { name: 'Create Order' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/orders/detail/${uuid(2024)}`));
    expect(sent().at(-1)).toEqual(['PUT', { action: 'published' }]);
    expect(writes().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('shows the terms of the service, and lists only services of the category', async () => {
    showApp('/orders/new');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Service category' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Print' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Service' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Label artwork']);
    await userEvent.click(screen.getByRole('option', { name: 'Label artwork' }));
    expect(screen.getByText('Work begins within 24 hrs · 6 hrs of work are allocated')).toBeInTheDocument();
  });

  test('an invalid reference is reported and not sent', async () => {
    showApp('/orders/new');
    const references = await screen.findByRole('textbox', { name: 'References' });
    fireEvent.change(references, { target: { value: 'https://a.example\nnonsense' } });
    expect(await screen.findByText('Not Valid: nonsense')).toBeInTheDocument();
    const links = () => sent().map(([, body]) => (body as { references?: string[] }).references);
    await waitFor(() => expect(links()).toContainEqual(['https://a.example']));
    expect(links().flat()).not.toContain('nonsense');
  });

  test('of an account that pays by the hour says so, and its draft is paid so (BD-409, BD-410)', async () => {
    server().own.profile = { ...server().own.profile, isPayg: true };
    const { router } = showApp('/archived-order');
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Order' }));
    expect(router.state.location.state).toEqual({ payg: true }); // BD-409
    const name = await screen.findByRole('textbox', { name: /Order name/ });
    expect(
      await screen.findByText('This order is paid by the hour. Work costs $60.00 an hour, without tax.'),
    ).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Pay as you go/i })).toBeNull();
    await userEvent.type(name, 'Plum');
    await waitFor(() => expect(sent()).toMatchObject([['POST', { orderName: 'Plum', payg: true }]]));
    expect(router.state.location.state).toEqual({ payg: true }); // BD-410
  });

  test('reached with the flag is paid by the hour, and without it it is not (BD-409, BD-410)', async () => {
    const { router } = showApp('/archived-order');
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Order' }));
    expect(router.state.location.state).toBeNull(); // BD-409
    await screen.findByRole('textbox', { name: /Order name/ });
    expect(screen.queryByText(/This order is paid by the hour/)).toBeNull();
    await act(() => router.navigate('/'));
    await act(() => router.navigate('/orders/new', { state: { payg: true } }));
    const name = await screen.findByRole('textbox', { name: /Order name/ });
    expect(screen.getByText(/This order is paid by the hour/)).toBeVisible(); // BD-410
    await userEvent.type(name, 'Plum');
    await waitFor(() => expect(sent()).toMatchObject([['POST', { payg: true }]])); // BD-410
  });

  test('asks to confirm the estimate before it creates the order', async () => {
    server().own.profile = { ...server().own.profile, isPayg: true };
    const { router } = showApp('/orders/new');
    await userEvent.type(await screen.findByRole('textbox', { name: /Order name/ }), 'Plum');
    await userEvent.click(screen.getByRole('button', { name: 'Create Order' }));
    await screen.findByRole('dialog', { name: 'Confirm the estimate' });
    await screen.findByRole('table', { name: 'Estimate' });
    await userEvent.click(screen.getByRole('button', { name: 'Confirm and place the order' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/orders/detail/${uuid(2024)}`));
    expect(sent().slice(-3)).toEqual([
      ['PUT', { action: 'published' }],
      ['POST', { price: 60_00, currency: 'USD', taxRate: 20_000, allocated: 7200 }],
      ['PUT', { action: 'published' }],
    ]);
  });

  test('a failed save is reported and can be retried', async () => {
    server().intercept = ({ method }) =>
      method === 'POST' ? refused(503, 'unavailable', 'Try again soon.') : undefined;
    showApp('/orders/new');
    await userEvent.type(await screen.findByRole('textbox', { name: /Order name/ }), 'Plum');
    expect(await screen.findByText('Not saved')).toBeInTheDocument();
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Saved as a draft')).toBeInTheDocument();
  });

  test('a clone starts with the details of its original and is a separate draft (SH-060)', async () => {
    const original = server().orders[3];
    showApp(`/orders/clone/${original?.id}`);
    const name = await screen.findByRole('textbox', { name: /Order name/ });
    expect(name).toHaveValue(original?.orderName);
    expect(writes()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save as Draft' }));
    await waitFor(() => expect(sent()).toMatchObject([['POST', { orderName: original?.orderName, priority: 'high' }]]));
  });

  test('a clone of an order that the user may not see says so, and can be tried again', async () => {
    const original = server().orders[3];
    server().intercept = ({ path }) =>
      path.endsWith(`/order/${original?.id}`) ? refused(404, 'not_found', 'This order does not exist.') : undefined;
    showApp(`/orders/clone/${original?.id}`);
    expect(await screen.findByText('This order does not exist.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('A new draft with the details of', { exact: false })).toBeVisible();
  });

  test('a clone of an order whose service is no longer offered asks for another one', async () => {
    server().intercept = ({ path }) =>
      path.includes('/catalogue')
        ? { json: { success: true, message: '', data: { categories: [], services: [], packages: [] } } }
        : undefined;
    const original = server().orders[3];
    showApp(`/orders/clone/${original?.id}`);
    await screen.findByRole('textbox', { name: /Order name/ });
    expect(screen.getByText(/is not offered any more: please choose another service/)).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Service' })).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Save as Draft' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.[1]).not.toHaveProperty('serviceId');
  });
});

describe('an order on behalf of a customer', () => {
  const server = fakeServer('admin');

  test('is paid by the hour if the customer pays so', async () => {
    storeSession('admin');
    vi.stubGlobal('WebSocket', SilentSocket);
    const acme = { id: uuid(320), name: 'Acme Foods', client: '', activeOrders: 0, maximumActiveOrder: -1, payg: true };
    server().intercept = ({ path }) => (path.endsWith('/filters/customers') ? ok([acme]) : undefined);
    showApp(`/orders/new?customer=${acme.id}`);
    const name = await screen.findByRole('textbox', { name: /Order name/ });
    expect(screen.getByText('This order is paid by the hour.')).toBeVisible();
    await userEvent.type(name, 'Plum');
    const created = () => server().requests.filter(({ method }) => method === 'POST');
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(JSON.parse(created()[0]?.body ?? '')).toMatchObject({ customerId: acme.id, payg: true });
    expect(server().requests.some(({ path }) => path.endsWith('/payg'))).toBe(false);
    vi.unstubAllGlobals();
  });
});
