import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { ok } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { TimelineEntry } from '@/api/generated';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const order = uuid(1000);
const sent = () =>
  server()
    .requests.filter(({ method }) => method === 'PUT' || method === 'POST')
    .map(({ body }) => JSON.parse(body || 'null') as unknown);

test('the name is edited in place: Enter stores it, Escape discards the change', async () => {
  showApp(`/orders/detail/${order}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Rename the order' }));
  const name = screen.getByRole('textbox', { name: 'Order name' });
  expect(name).toHaveFocus();
  await userEvent.type(name, ' for export{Escape}');
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Rename the order' }));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Order name' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Order name' }), 'Export label{Enter}');
  await waitFor(() => expect(sent()).toEqual([{ orderName: 'Export label' }]));
  expect(await screen.findByRole('heading', { name: /Export label/ })).toBeVisible();
});

test('each fact is sent separately, so that other fields keep their values (D-32)', async () => {
  showApp(`/orders/detail/${order}`);
  const due = await screen.findByLabelText('Due date');
  await userEvent.clear(due);
  await userEvent.type(due, '06.05.2031{Enter}');
  await userEvent.tab();
  await waitFor(() => expect(sent()).toEqual([{ dueDate: new Date('2031-05-06T23:59:59').toISOString() }]));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Priority' })).toBeEnabled());
  await userEvent.click(screen.getByRole('combobox', { name: 'Priority' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Urgent' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ priority: 'urgent' }));
});

test('references must be links; other text is reported', async () => {
  showApp(`/orders/detail/${order}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit references' }));
  const field = screen.getByRole('textbox', { name: 'References, one a line' });
  fireEvent.change(field, { target: { value: 'javascript:alert(1)' } });
  expect(screen.getByText('Not Valid: javascript:alert(1)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  fireEvent.change(field, { target: { value: 'https://a.example' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ references: ['https://a.example'] }]));
});

test('references that are being edited are not lost by leaving the page', async () => {
  const { router } = showApp(`/orders/detail/${order}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit references' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'References, one a line' }), 'https://a.example');
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe(`/orders/detail/${order}`);
  expect(screen.getByRole('textbox', { name: 'References, one a line' })).toHaveValue('https://a.example');
});

test('collaborators are selected from the team (D-09)', async () => {
  showApp(`/orders/detail/${order}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Collaborators' }));
  const form = within(screen.getByLabelText('Choose collaborators'));
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).toBeEnabled());
  await userEvent.type(form.getByRole('combobox'), '{Backspace}');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ userIds: [] }));
});

test('the list of collaborators closes after a choice, because it covers the button', async () => {
  showApp(`/orders/detail/${order}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Collaborators' }));
  const form = within(screen.getByLabelText('Choose collaborators'));
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).toBeEnabled());
  const names = form.getByRole('combobox');
  await userEvent.type(names, '{Backspace}');
  await userEvent.click(names);
  await userEvent.click(await form.findByRole('option', { name: 'Sam Whitfield' }));
  await waitFor(() => expect(form.queryByRole('option')).toBeNull());
  await userEvent.click(names);
  expect(await form.findByRole('option', { name: 'Sam Whitfield' })).toHaveAttribute('aria-selected', 'true');
});

test('all files are requested as one download, which the server prepares', async () => {
  showApp(`/orders/detail/${order}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Download all' }));
  expect(await screen.findByText('Preparing the download')).toBeInTheDocument();
  expect(server().requests.at(-1)?.path).toMatch(new RegExp(`/order/${order}/bulk-download$`));
});

test('the timeline filters by kind and loads earlier pages', async () => {
  const entry = (position: number): TimelineEntry => ({
    position,
    timelineType: 'history',
    type: 'order.work_stopped',
    content: '',
    summary: `worked ${position} min`,
    at: '2026-01-01T00:00:00Z',
  });
  const asked: string[] = [];
  server().intercept = ({ path, query }) => {
    if (!path.endsWith('/timeline')) return undefined;
    asked.push([query.get('kind'), query.get('before')].join(' '));
    return ok(query.get('before') ? { entries: [entry(1)] } : { entries: [entry(9), entry(8)], before: 8 });
  };
  showApp(`/orders/detail/${order}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Working time' }));
  expect(await screen.findByText('worked 9 min')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
  expect(await screen.findByText('worked 1 min')).toBeVisible();
  expect(screen.getByText('worked 8 min')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument();
  expect(asked.filter((one) => one !== ' ')).toEqual(['work ', 'work 8']);
});
