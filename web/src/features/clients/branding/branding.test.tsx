import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../../tests/enter';
import { makeReseller } from '../../../../tests/fake/data';
import { refused } from '../../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../../tests/render';
import { drawPicture } from '@/lib/files/drawPicture';

vi.mock(import('@/lib/files/drawPicture'), async (original) => ({
  ...(await original()),
  drawPicture: vi.fn<typeof drawPicture>(),
}));
const server = fakeServer('admin');
const drawn = { image: 'cG5n', url: 'data:image/png;base64,cG5n', width: 64, height: 64 };
const png = new File(['x'], 'logo.png', { type: 'image/png' });

beforeEach(() => {
  vi.mocked(drawPicture).mockResolvedValue(drawn);
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => notifications.clean());

const sent = (path: string) =>
  server()
    .requests.filter((request) => request.method !== 'GET' && request.path.endsWith(path))
    .map(({ body }) => JSON.parse(body) as unknown);

async function open(path = '/clients/brightside/branding') {
  const app = showApp(path);
  const form = within(await screen.findByRole('form', { name: 'Branding' }));
  const field = (name: string) => form.getByRole('textbox', { name });
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  const picture = (name: string) => within(form.getByRole('group', { name }));
  const choose = (name: string, file = png) => {
    const input = form.getByRole('group', { name }).querySelector('input');
    if (!input) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [file] } });
  };
  return { ...app, form, field, preview, picture, choose };
}

describe('the branding of a client', () => {
  test('offers six brand colours by name, which the keyboard chooses (BD-469)', async () => {
    const { field } = await open();
    const colours = within(screen.getByRole('radiogroup', { name: 'Brand colours' }));
    const names = ['Orange', 'Red', 'Dark blue', 'Blue', 'Black', 'Dark'];
    expect(colours.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual(names); // BD-469
    await userEvent.clear(field('Brand colour'));
    await enter(field('Brand colour'), '#C81E1E');
    expect(colours.getByRole('radio', { name: 'Red' })).toBeChecked();
    colours.getByRole('radio', { name: 'Red' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(colours.getByRole('radio', { name: 'Dark blue' })).toHaveFocus();
    expect(field('Brand colour')).toHaveValue('#1e3a8a');
    await userEvent.clear(field('Brand colour'));
    await enter(field('Brand colour'), '#123456');
    for (const radio of colours.getAllByRole('radio')) expect(radio).not.toBeChecked();
  });

  test('SH-163, D-49: is saved at once: names, colour, logo, favicon and image placeholder', async () => {
    const { field, form, choose, picture } = await open();
    await userEvent.clear(field('Name'));
    await userEvent.type(field('Name'), ' Brightside {Tab}');
    expect(field('Sender name of mails')).toHaveFocus();
    await userEvent.keyboard('Brightside Team');
    await userEvent.clear(field('Brand colour'));
    await enter(field('Brand colour'), 'B45309');
    for (const kind of ['Logo', 'Favicon', 'Image placeholder']) {
      choose(kind);
      await waitFor(() => expect(picture(kind).getByRole('img')).toHaveAttribute('src', drawn.url));
    }
    await waitFor(() => expect(sent('/brand-files')).toHaveLength(3));
    const uploads = sent('/brand-files') as { kind: string }[];
    expect(uploads.sort((a, b) => (a.kind < b.kind ? 1 : -1))).toEqual([
      { kind: 'logo', image: drawn.image },
      { kind: 'imagePlaceholder', image: drawn.image },
      { kind: 'favicon', image: drawn.image },
    ]);
    expect(vi.mocked(drawPicture).mock.calls.map(([, most]) => most)).toEqual([
      { width: 640, height: 240 },
      { width: 256, height: 256 },
      { width: 640, height: 640 },
    ]);
    await userEvent.type(field('Name'), '{Enter}');
    expect(await screen.findByText('The branding is saved.')).toBeVisible();
    expect(sent('/clients/brightside/branding')).toEqual([
      {
        name: 'Brightside',
        senderName: 'Brightside Team',
        colour: '#b45309',
        logo: 'a'.repeat(64),
        favicon: 'b'.repeat(64),
        imagePlaceholder: 'c'.repeat(64),
      },
    ]);
    expect(form.queryByText('Not saved yet')).not.toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The branding is as it was before.')).toBeVisible();
    expect(sent('/clients/brightside/branding').at(-1)).toMatchObject({ name: 'Brightside Agency', logo: '' });
    expect(field('Name')).toHaveValue('Brightside Agency');
  });

  test('shows in the preview before it is saved, in the light and in the dark appearance', async () => {
    const { field, preview } = await open();
    await userEvent.clear(field('Brand colour'));
    await enter(field('Brand colour'), '#f59e0b');
    const light = preview.getByRole('figure', { name: 'Preview, light' });
    const dark = preview.getByRole('figure', { name: 'Preview, dark' });
    for (const figure of [light, dark]) expect(figure.style.getPropertyValue('--brand')).toBe('#f59e0b');
    expect(light).toHaveAttribute('data-mantine-color-scheme', 'light');
    expect(dark).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await enter(field('Sender name of mails'), 'The team');
    expect(within(light).getByText('The team')).toBeVisible();
    // While a colour is not complete, the last one stays.
    await userEvent.clear(field('Brand colour'));
    expect(light.style.getPropertyValue('--brand')).toBe('#0f766e');
    // Nothing outside the preview changes.
    expect(document.documentElement.style.getPropertyValue('--brand')).not.toBe('#f59e0b');
  });

  test('says which shade text has where the colour could not be read', async () => {
    const { field, form } = await open();
    fireEvent.change(form.getByLabelText('Pick the brand colour'), { target: { value: '#f59e0b' } });
    expect(field('Brand colour')).toHaveValue('#f59e0b');
    expect(form.getByText('2.1 : 1')).toBeVisible();
    expect(form.getByText(/^Text and links use #[0-9a-f]{6} instead, so that they can be read\./)).toBeVisible();
  });

  test('is not saved without a name and a colour', async () => {
    const { field, form } = await open();
    await userEvent.clear(field('Name'));
    await userEvent.clear(field('Brand colour'));
    await enter(field('Brand colour'), 'teal');
    await userEvent.click(form.getByRole('button', { name: 'Save branding' }));
    expect(form.getByText('Required!')).toBeVisible();
    expect(form.getByText('Use # and six digits or letters from a to f, such as #2563eb.')).toBeVisible();
    expect(field('Name')).toHaveFocus();
    expect(sent('/branding')).toEqual([]);
  });

  test('stays typed when the server refuses it', async () => {
    server().intercept = ({ method, path }) =>
      method === 'PUT' && path.endsWith('/branding') ? refused(400, 'x', 'This name is not possible.') : undefined;
    const { field, form } = await open();
    await userEvent.type(field('Name'), '!');
    await userEvent.click(form.getByRole('button', { name: 'Save branding' }));
    expect(await form.findByText('This name is not possible.')).toBeVisible();
    expect(field('Name')).toHaveValue('Brightside Agency!');
  });

  test('asks before the user leaves with unsaved changes, which can be discarded', async () => {
    const { field, form, router } = await open();
    await userEvent.type(field('Name'), '!');
    expect(form.getByText('Not saved yet')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Brightside Agency' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await userEvent.click(question.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/clients/brightside/branding');
    await userEvent.click(form.getByRole('button', { name: 'Discard changes' }));
    expect(field('Name')).toHaveValue('Brightside Agency');
    await userEvent.click(screen.getByRole('link', { name: 'Brightside Agency' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/clients/brightside'));
  });
});

describe('a picture', () => {
  const withLogo = () => {
    server().accounts.branding['brightside'] = {
      name: 'Brightside Agency',
      senderName: '',
      colour: '#0f766e',
      logo: 'd'.repeat(64),
      favicon: '',
      imagePlaceholder: '',
    };
  };

  test('can be removed and restored', async () => {
    withLogo();
    const { form, picture } = await open();
    const path = `/api/brand/files/${'d'.repeat(64)}`;
    expect(picture('Logo').getByRole('img')).toHaveAttribute('src', path);
    await userEvent.click(picture('Logo').getByRole('button', { name: 'Remove the logo' }));
    expect(picture('Logo').queryByRole('img')).not.toBeInTheDocument();
    expect(form.getByText('Not saved yet')).toBeVisible();
    await userEvent.click(picture('Logo').getByRole('button', { name: 'Restore the logo' }));
    expect(picture('Logo').getByRole('img')).toHaveAttribute('src', path);
    expect(form.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  test('can be dropped', async () => {
    const { form, picture } = await open();
    const area = form.getByRole('group', { name: 'Favicon' }).firstElementChild;
    if (!area) throw new Error('no area');
    fireEvent.drop(area, { dataTransfer: { types: ['Files'], files: [png] } });
    expect(await picture('Favicon').findByRole('button', { name: 'Remove the favicon' })).toBeVisible();
    expect(picture('Favicon').getByRole('img')).toHaveAttribute('src', drawn.url);
    expect(sent('/brand-files')).toEqual([{ kind: 'favicon', image: drawn.image }]);
  });

  test('that cannot be read says so and leaves the one before', async () => {
    withLogo();
    const problem = 'This file cannot be read as a picture.';
    vi.mocked(drawPicture).mockRejectedValue(new Error(problem));
    const { picture, choose } = await open();
    choose('Logo');
    expect(await picture('Logo').findByText(problem)).toBeVisible();
    expect(picture('Logo').getByRole('img')).toHaveAttribute('src', `/api/brand/files/${'d'.repeat(64)}`);
    expect(sent('/brand-files')).toEqual([]);
  });

  test('that the server refuses says so and leaves the one before', async () => {
    const problem = 'You have uploaded many pictures. Please try again later.';
    server().intercept = ({ path }) =>
      path.endsWith('/brand-files') ? refused(429, 'brand.too_many', problem) : undefined;
    const { form, picture, choose } = await open();
    choose('Logo');
    expect(await picture('Logo').findByText(problem)).toBeVisible();
    expect(picture('Logo').queryByRole('img')).not.toBeInTheDocument();
    expect(form.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  test('is not lost when a text is typed while it is uploaded', async () => {
    let finish: (picture: typeof drawn) => void = () => {};
    vi.mocked(drawPicture).mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const { field, picture, choose } = await open();
    choose('Logo');
    await userEvent.type(field('Name'), '!');
    finish(drawn);
    expect(await picture('Logo').findByRole('button', { name: 'Remove the logo' })).toBeVisible();
    expect(picture('Logo').getByRole('img')).toHaveAttribute('src', drawn.url);
    expect(field('Name')).toHaveValue('Brightside Agency!');
  });
});

describe('who may change it', () => {
  test('D-49: the admin finds the own brand in the sidebar and under /branding', async () => {
    const { field } = await open('/branding');
    expect(field('Name')).toHaveValue('Northlight Studio');
    expect(screen.getByRole('link', { name: 'Branding' })).toHaveAttribute('href', '/branding');
  });

  test('D-49: the owner of a reseller changes their own', async () => {
    window.localStorage.setItem('role', 'owner');
    window.localStorage.setItem('clientId', 'brightside');
    server().own.profile = makeReseller();
    const { field } = await open('/branding');
    expect(field('Name')).toHaveValue('Brightside Agency');
  });

  test.each([
    ['/branding', { isClientType: false }],
    ['/branding', { role: 'staff' as const }],
    ['/branding', { viewOnly: true }],
    ['/clients/admin/branding', {}],
  ])('%s is not for others: %o', async (path, more) => {
    server().own.profile = { ...makeReseller(), ...more };
    const { router } = showApp(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('direct customers have the brand of the provider', async () => {
    const { router } = showApp('/clients/customer/branding');
    await waitFor(() => expect(router.state.location.pathname).toBe('/clients/customer'));
    const panel = within(await screen.findByRole('region', { name: 'Branding' }));
    expect(panel.getByRole('link', { name: 'Edit that brand' })).toHaveAttribute('href', '/clients/admin/branding');
  });
});
