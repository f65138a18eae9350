import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FilterKind } from '@/shared/filters/filters';
import { fakeServer, show, storeSession } from '../../../tests/render';
import FilterPanel from './FilterPanel';
import { nameProblem } from './usePresets';

const server = fakeServer('manager');

beforeEach(() => {
  window.localStorage.clear();
  notifications.clean(); // Remove the toasts of the previous test.
  storeSession('manager');
});

async function open(kind: FilterKind = 'orders', path = '/') {
  const user = userEvent.setup();
  const view = show(<FilterPanel kind={kind} />, path);
  const title = kind === 'orders' ? 'Orders Advance Filter' : 'Archive Order Filter';
  const toggle = await screen.findByRole('button', { name: new RegExp(title) });
  if (toggle.getAttribute('aria-expanded') === 'false') await user.click(toggle);
  await screen.findByText(/No presets defined/).catch(() => null);
  return { ...view, user, toggle, search: () => new URLSearchParams(view.router.state.location.search) };
}

async function savedAs(name: string, { user }: Awaited<ReturnType<typeof open>>) {
  await user.type(screen.getByLabelText('Preset name'), `${name}{Enter}`);
  return screen.findByRole('button', { name });
}

const writes = () => server().requests.filter(({ method }) => method !== 'GET');
const said = async (message: string) => expect(await screen.findByText(message)).toBeVisible();

describe('the panel', () => {
  test.each(['orders', 'archive'] as const)(
    'of %s opens and closes, has a heading over its presets and a reset button (SH-235, SH-236, SH-237, SH-239, SH-270)',
    async (kind) => {
      const { user, toggle } = await open(kind, '/?customSearch=jam');
      expect(screen.getByRole('heading', { name: 'Saved Preset Filter' })).toBeVisible();
      expect(screen.getByText('No presets defined')).toBeVisible();
      expect(screen.getByLabelText('Custom search')).toHaveValue('jam');
      await user.click(screen.getByRole('button', { name: 'Reset' }));
      expect(screen.getByLabelText('Custom search')).toHaveValue('');
      await user.click(toggle);
      expect(screen.queryByRole('heading', { name: 'Saved Preset Filter' })).toBeNull();
    },
  );

  test('a choice changes the address at once, typing after 500 ms (SH-254)', async () => {
    const { user, search } = await open();
    await user.click(screen.getByLabelText('Order progress', { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: 'Not Frozen' }));
    expect(search().get('orderProgress')).toBe('not-frozen');
    const began = Date.now();
    await user.type(screen.getByLabelText('Custom search'), 'jam');
    expect(search().has('customSearch')).toBe(false);
    await waitFor(() => expect(search().get('customSearch')).toBe('jam'));
    expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  });

  test('the address contains days as yyyy/MM/dd; an end before its start is invalid (SH-250, SH-251)', async () => {
    const { user, search } = await open('orders', '/?dueDateStart=2026/03/02');
    const end = screen.getByLabelText('Due date: to');
    await user.type(end, '2026-03-01');
    expect(search().get('dueDateEnd')).toBe('2026/03/01');
    expect(screen.getByText('Not Valid')).toBeVisible();
    await user.type(screen.getByLabelText('Preset name'), 'Late{Enter}');
    expect(writes()).toEqual([]);
  });

  test('the archive has no status, no times and no due date, but the priority and the last change (SH-271)', async () => {
    await open('archive');
    expect(screen.getByLabelText('Updated date: from')).toBeVisible();
    // The archive filters by priority (D-73).
    expect(screen.getByLabelText('Priority', { selector: 'input' })).toBeVisible();
    for (const label of ['Order progress', 'Queue time', 'Work time', 'Due date: from']) {
      expect(screen.queryByLabelText(label, { selector: 'input' })).toBeNull();
    }
  });

  test('lists only request options that match the choices in other lists (SH-262, SH-264, SH-265)', async () => {
    await open('orders', '/?clientId=customer&customerId=c1&serviceCategory=k1');
    const asked = (path: string) =>
      server()
        .requests.filter((request) => request.path.endsWith(path))
        .at(-1)?.query;
    await waitFor(() => expect(asked('/filters/creators')?.get('customerId')).toBe('c1'));
    expect(asked('/filters/customers')?.get('clientId')).toBe('customer');
    expect(asked('/filters/creators')?.get('clientId')).toBe('customer');
    expect(asked('/filters/services')?.get('serviceCategoryId')).toBe('k1');
  });
});

describe('presets', () => {
  test('Enter saves the current filter, and a toast confirms it (SH-246, SH-249, SH-255)', async () => {
    const panel = await open('orders', '/?customSearch=jam&createdAtStart=2026/03/01');
    await savedAs('Late jam', panel);
    const [sent] = writes();
    expect([sent?.method, sent?.path.replace(/^\/api\/[cd]/, '')]).toEqual(['POST', '/filters']);
    expect(sent?.headers.get('X-CSRF-Token')).toBe('csrf-token');
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toMatchObject({
      name: 'Late jam',
      search: 'jam',
      createdAtStart: '2026/03/01',
    });
    expect(await screen.findByText('Success')).toBeVisible();
    await said('Preset filter has been successfully saved');
  });

  test("archive presets are stored separately, and a name is required: 'Required!' (SH-247, SH-272)", async () => {
    const panel = await open('archive', '/archived-order?customSearch=jam');
    await panel.user.click(screen.getByRole('button', { name: 'Save preset' }));
    expect(screen.getByText('Required!')).toBeVisible();
    expect(writes()).toEqual([]);
    await savedAs('Old jam', panel);
    expect(writes()[0]?.path).toMatch(/\/archived-order-filters$/);
  });

  test('selecting applies the preset and is remembered, selecting it again clears it (SH-244, SH-245)', async () => {
    const panel = await open('orders', '/?customSearch=jam');
    const preset = await savedAs('Jam', panel);
    expect(preset).toHaveAttribute('aria-pressed', 'true');
    await panel.user.click(preset);
    expect(panel.search().has('customSearch')).toBe(false);
    expect(window.localStorage.getItem('setting.preset.orders')).toBe('');
    await panel.user.click(preset);
    expect(panel.search().get('customSearch')).toBe('jam');
    expect(window.localStorage.getItem('setting.preset.orders')).toBe(server().presets['filters']?.[0]?.id);
    panel.unmount();
    // The next visit selects the preset again.
    const later = show(<FilterPanel kind="orders" />, '/');
    await waitFor(() => expect(later.router.state.location.search).toBe('?customSearch=jam'));
  });

  test('an edited preset is updated, not created (SH-238, SH-246)', async () => {
    const panel = await open('orders', '/?customSearch=jam');
    await savedAs('Jam', panel);
    await panel.user.click(screen.getByRole('button', { name: 'Edit Jam' }));
    expect(screen.getByLabelText('Preset name')).toHaveValue('Jam');
    await panel.user.type(screen.getByLabelText('Preset name'), ' and honey{Enter}');
    await screen.findByRole('button', { name: 'Jam and honey' });
    expect(writes().map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect(server().presets['filters']).toHaveLength(1);
  });

  test('deleting asks for confirmation and shows a toast (SH-238, SH-256, SH-257)', async () => {
    const panel = await open('orders', '/?customSearch=jam');
    await savedAs('Jam', panel);
    await panel.user.click(screen.getByRole('button', { name: 'Remove Jam' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm' });
    expect(within(dialog).getByText('Are you sure you want to delete this preset?')).toBeVisible();
    await panel.user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    await said('Filter preset deleted successfully');
    expect(server().presets['filters']).toEqual([]);
    expect(await screen.findByText('No presets defined')).toBeVisible();
    // The preset was selected, so its filter is cleared with it.
    expect(panel.search().has('customSearch')).toBe(false);
    expect(window.localStorage.getItem('setting.preset.orders')).toBe('');
  });

  test('names are cut at 20 characters in the list (SH-240)', async () => {
    const panel = await open('orders', '/?customSearch=jam');
    await panel.user.type(screen.getByLabelText('Preset name'), 'abcdefghijklmnopqrstuvwxyz0123456789{Enter}');
    const preset = await screen.findByRole('button', { name: 'abcdefghijklmnopqrst…' });
    // A name has at most 30 characters (SH-248).
    expect(preset).toHaveAttribute('title', 'abcdefghijklmnopqrstuvwxyz0123');
  });

  test.each([
    ['owner', true, false],
    ['cso', true, true],
    ['owner', false, true],
  ] as const)('of %s with view-only access %s: saving is possible: %s (SH-252)', async (role, viewOnly, may) => {
    server().intercept = ({ path }) => {
      if (!path.endsWith('/profile')) return undefined;
      server().intercept = () => undefined;
      const answer = server().handle({
        method: 'GET',
        path,
        query: new URLSearchParams(),
        headers: new Headers(),
        body: '',
      });
      const { data } = answer.json as { data: object };
      return { json: { success: true, message: '', data: { ...data, role, viewOnly } } };
    };
    await open();
    const save = await screen.findByRole('button', { name: 'Save preset' });
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(!may));
  });
});

test('a name has 1 to 30 characters (SH-247, SH-248, SH-250)', () => {
  expect([
    nameProblem(''),
    nameProblem('  '),
    nameProblem('x'),
    nameProblem('é'.repeat(30)),
    nameProblem('é'.repeat(31)),
  ]).toEqual(['Required!', 'Required!', undefined, undefined, 'Not Valid']);
});
