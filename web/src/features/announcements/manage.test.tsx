import { notifications } from '@mantine/notifications';
import type { Editor } from '@tiptap/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { at } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { makeAnnouncement } from '../../../tests/fake/shell';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { AnnouncementChange } from '@/api/shell';
import AnnouncementsPage from './AnnouncementsPage';

const server = fakeServer('admin');
beforeEach(() => {
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

const sent = (method: string) =>
  server()
    .requests.filter((request) => request.method === method && !request.path.endsWith('/preview'))
    .map(({ body }) => JSON.parse(body || '{}') as AnnouncementChange);

/** Replaces the text. Nobody can type into a rich-text editor without a layout. */
async function write(html: string) {
  const text = await screen.findByRole('textbox', { name: 'Text' });
  const { editor } = text as HTMLElement & { editor: Editor };
  act(() => void editor.commands.setContent(html, { emitUpdate: true }));
}
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of announcements (D-61)', () => {
  test('says of each its state, audience, times and dismissals', async () => {
    server().shell.announcements = [
      makeAnnouncement(1),
      makeAnnouncement(2, { state: 'scheduled', startsAt: at(2), roles: ['owner'], clients: ['brightside'] }),
      makeAnnouncement(3, { state: 'over', endsAt: at(-1), lasting: true }),
      makeAnnouncement(4, { state: 'withdrawn' }),
    ];
    show(<AnnouncementsPage />, '/announcements');
    const list = within(await screen.findByRole('list', { name: 'Announcements' }));
    const items = list.getAllByRole('listitem');
    const [shown, scheduled, over, withdrawn] = items;
    if (!shown || !scheduled || !over || !withdrawn) throw new Error('not four');
    expect(await within(shown).findByText(/closed on day 1/)).toBeVisible();
    expect(shown).toHaveTextContent('ShownEveryone');
    expect(shown).toHaveTextContent('Dismissed by 3 people');
    await waitFor(() => expect(scheduled).toHaveTextContent('ScheduledAccount owners of Brightside Agency'));
    expect(over).toHaveTextContent(/OverEveryone.* to .*Cannot be dismissed/);
    expect(within(over).queryByRole('button', { name: /^Withdraw/ })).toBeNull();
    expect(withdrawn).toHaveTextContent('Withdrawn');
    expect(within(withdrawn).queryByRole('button')).toBeNull();
  });

  test('withdraws one after it has asked', async () => {
    server().shell.announcements = [makeAnnouncement(1)];
    showApp('/announcements');
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the announcement for Everyone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the announcement?' }));
    expect(dialog.getByText(/cannot be undone/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('The announcement is withdrawn')).toBeVisible();
    expect(await screen.findByText('Withdrawn')).toBeVisible();
  });

  test('says that there are none, or what failed', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/d/announcements') ? refused(500, 'internal', 'Try later.') : undefined;
    show(<AnnouncementsPage />, '/announcements');
    expect(await screen.findByText('Try later.')).toBeVisible();
    server().intercept = () => undefined;
    await submit('Try again');
    expect(await screen.findByText('No announcements yet')).toBeVisible();
  });
});

describe('the form of an announcement', () => {
  test('publishes a text, as the preview of the server shows it', async () => {
    const { router } = showApp('/announcements/new');
    await write('<p>We <strong>move</strong>.</p>');
    const preview = screen.getByRole('region', { name: 'Preview' });
    await waitFor(() => expect(preview).toHaveTextContent('We move.'));
    fireEvent.change(screen.getByRole('textbox', { name: 'Background colour' }), { target: { value: '14532d' } });
    expect(screen.getByText(/The text can be read well/)).toBeVisible();
    await userEvent.click(screen.getByRole('switch', { name: 'Lasting' }));
    await submit('Publish announcement');
    expect(await screen.findByText('The announcement is published')).toBeVisible();
    expect(sent('POST')).toEqual([
      {
        html: '<p>We <strong>move</strong>.</p>',
        styles: { backgroundColor: '#14532d', textColor: '#ffffff' },
        lasting: true,
        roles: [],
        clients: [],
      },
    ]);
    expect(router.state.location.pathname).toBe('/announcements');
  });

  test('writes only what an announcement may have', async () => {
    showApp('/announcements/new');
    await write(
      '<h1>Title</h1><blockquote>q <code>c</code></blockquote><ul><li>a</li></ul>' +
        '<p><a href="https://good.test">b</a> <a href="javascript:alert(1)">c</a></p>',
    );
    await submit('Publish announcement');
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    const host = document.createElement('div');
    host.innerHTML = sent('POST')[0]?.html ?? '';
    expect([...new Set([...host.querySelectorAll('*')].map(({ tagName }) => tagName))].toSorted()).toEqual([
      'A',
      'LI',
      'P',
      'UL',
    ]);
    expect([...host.querySelectorAll('a')].map((a) => a.outerHTML)).toEqual(['<a href="https://good.test">b</a>']);
  });

  test('says what is missing, and that colours cannot be read', async () => {
    showApp('/announcements/new');
    await screen.findByRole('textbox', { name: 'Text' });
    fireEvent.change(screen.getByRole('textbox', { name: 'Background colour' }), { target: { value: '#ffff00' } });
    expect(screen.getByText(/Text needs at least 4.5 : 1/)).toBeVisible();
    await submit('Publish announcement');
    expect(screen.getByText('Required!')).toBeVisible();
    expect(screen.getByText(/cannot be read well on this background/)).toBeVisible();
    expect(sent('POST')).toEqual([]);
  });

  test('changes one, and shows a refusal in its place', async () => {
    const before = makeAnnouncement(1, { roles: ['owner'], clients: ['brightside'] });
    server().shell.announcements = [before];
    server().intercept = ({ method }) =>
      method === 'PUT' ? refused(409, 'announcement.withdrawn', 'This announcement was withdrawn.') : undefined;
    showApp('/announcements');
    await userEvent.click(await screen.findByRole('button', { name: /^Edit the announcement/ }));
    expect(await screen.findByRole('heading', { name: 'Edit announcement' })).toBeVisible();
    await write('<p>Changed</p>');
    await submit('Save announcement');
    expect(await screen.findByText('This announcement was withdrawn.')).toBeVisible();
    server().intercept = () => undefined;
    await submit('Save announcement');
    expect(await screen.findByText('The announcement is changed')).toBeVisible();
    const { styles, startsAt } = before;
    const want = { html: '<p>Changed</p>', styles, startsAt, roles: ['owner'], clients: ['brightside'] };
    expect(sent('PUT').at(-1)).toMatchObject(want);
  });

  test('asks before it is left with changes', async () => {
    const { router } = showApp('/announcements/new');
    await write('<p>News</p>');
    await submit('Cancel');
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await submit('Leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/announcements'));
  });

  test.each([
    ['withdrawn', [makeAnnouncement(1, { state: 'withdrawn' })]],
    ['unknown', []],
  ])('says that an announcement that is %s cannot be changed', async (_, announcements) => {
    server().shell.announcements = announcements;
    showApp(`/announcements/${makeAnnouncement(1).id}`);
    expect(await screen.findByText('This announcement cannot be changed')).toBeVisible();
  });
});
