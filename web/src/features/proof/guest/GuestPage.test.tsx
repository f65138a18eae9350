import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GuestData, Topic } from '@/api';
import { invalidate } from '@/api/live/tags';
import { attachment, topic, uuid } from '../testing/fixtures';
import { guestData, guestVersion } from '../testing/guest';
import { done, found, makeServer, renderIn } from '../testing/harness';
import GuestPage from './GuestPage';

const { server, answer, reset, sent } = makeServer();
const path = '/annotation/guestreviewer';

/** The sign-in requests, with their passwords. */
let knocks: string[] = [];
let door: () => Response = () => HttpResponse.json({ success: true, data: { accessToken: 'access', expiresAt: '' } });
const says = (status: number, reason: string, message = 'No.') =>
  HttpResponse.json({ success: false, message, messages: [message], error: { reason } }, { status });

const refusedAs = (status: number, reason: string) => ({
  status,
  json: { success: false, message: 'No.', messages: ['No.'], error: { reason, requestId: 'r' } },
});

function given(data: Partial<GuestData> = {}, topics: Topic[] = []) {
  answer('GET /g/guest/data', () => found(guestData(data)));
  answer('GET /g/csrf', () => found({ token: 'csrf', expiresAt: '2099-01-01T00:00:00Z' }));
  answer('GET /version/', () => found({ public: topics, internal: [] }));
}

beforeAll(() => server.listen());
beforeEach(() => {
  reset();
  knocks = [];
  door = () => HttpResponse.json({ success: true, data: { accessToken: 'access', expiresAt: '' } });
  server.use(
    http.post('*/api/g/reviewAuth', ({ request }) => {
      knocks.push(atob((request.headers.get('Authorization') ?? '').replace('Basic ', '')));
      return door();
    }),
  );
});
afterEach(() => {
  window.sessionStorage.clear();
  vi.useRealTimers();
  server.resetHandlers();
});
afterAll(() => server.close());

const open = (query = '#token=secret') => renderIn(<GuestPage />, { path, at: path + query });
const dead = () => screen.findByRole('heading', { name: 'Something is wrong!' });
const shown = () => screen.findByRole('heading', { level: 1, name: /label\.png|front\.png/ });

describe('entering', () => {
  test("the page's title is Guest Reviewer (SH-304)", async () => {
    given();
    open();
    await shown();
    expect(document.title).toContain('Guest Reviewer');
  });

  test('without a token it shows the 404 screen after 800 ms (SH-306)', () => {
    vi.useFakeTimers();
    open('');
    act(() => void vi.advanceTimersByTime(799));
    expect(screen.queryByText('Something is wrong!')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole('heading', { name: 'Something is wrong!' })).toBeInTheDocument();
    expect(screen.getByText("Maybe you're trying to open the wrong link or it has expired.")).toBeInTheDocument();
    expect(knocks).toEqual([]);
  });

  test('the token of the address is exchanged with Basic authorization and removed from the address (SH-305, SH-318)', async () => {
    given();
    const { router } = open();
    await shown();
    expect(knocks).toEqual(['secret:']);
    expect(router.state.location.search).not.toContain('secret');
    expect(window.sessionStorage.getItem('guestLink')).toBe('secret');
  });

  test('a reload keeps the guest signed in', async () => {
    given();
    window.sessionStorage.setItem('guestLink', 'secret');
    open('');
    await shown();
    expect(knocks).toEqual(['secret:']);
  });

  test('a rejected token shows the 404 screen with Access Denied (SH-307, SH-308)', async () => {
    door = () => says(401, 'guest.bad_token');
    open();
    await dead();
    expect(await screen.findByText('Access Denied')).toBeInTheDocument();
    expect(screen.getByText('Bad token. You seem to have followed an invalid link')).toBeInTheDocument();
  });

  test('a frozen order shows the 404 screen with Access Denied (SH-307, SH-308)', async () => {
    given();
    answer('GET /g/guest/data', () => refusedAs(403, 'guest.access_denied'));
    open();
    await dead();
    expect(await screen.findByText('Access Denied')).toBeInTheDocument();
  });

  test('a server error shows the 404 screen (SH-309)', async () => {
    given();
    answer('GET /g/guest/data', () => refusedAs(500, 'internal'));
    open();
    expect(await dead()).toBeInTheDocument();
  });

  test('without attachments, or when the first one has no versions, it shows the 404 screen (SH-307)', async () => {
    given({ attachments: [attachment({ versions: [] }), attachment({ id: uuid(20) })] });
    const { unmount } = open();
    expect(await dead()).toBeInTheDocument();
    unmount();
    given({ attachments: [] });
    open();
    expect(await dead()).toBeInTheDocument();
  });

  test('a link with a password asks for it and reports a wrong one', async () => {
    given();
    door = () => says(401, 'guest.password_required');
    open();
    const field = await screen.findByLabelText('Password');
    door = () => says(401, 'guest.password_wrong', 'This is not the password of this link.');
    await userEvent.type(field, 'wröng');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('This is not the password of this link.')).toBeInTheDocument();
    door = () => HttpResponse.json({ success: true, data: { accessToken: 'access', expiresAt: '' } });
    await userEvent.clear(screen.getByLabelText('Password'));
    await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}');
    await shown();
    const utf8 = (text: string) => new TextDecoder().decode(Uint8Array.from(text, (c) => c.codePointAt(0) ?? 0));
    expect(knocks.map(utf8)).toEqual(['secret:', 'secret:wröng', 'secret:right']);
  });

  test('an expired token is exchanged again; a revoked link shows the 404 screen', async () => {
    window.sessionStorage.setItem('guestLink', 'secret');
    window.sessionStorage.setItem('guestToken', 'old');
    given();
    let out = true;
    answer('GET /g/guest/data', () => {
      const reply = out ? refusedAs(401, 'guest.bad_token') : found(guestData());
      out = false;
      return reply;
    });
    const { store } = open('');
    await shown();
    expect(knocks).toEqual(['secret:']);
    answer('GET /g/guest/data', () => refusedAs(401, 'guest.bad_token'));
    door = () => says(401, 'guest.bad_token');
    act(() => void store.dispatch(invalidate(['Guest'])));
    expect(await dead()).toBeInTheDocument();
  });
});

describe('the proof of a guest', () => {
  test('shows the latest version of the first attachment with its topics (SH-310)', async () => {
    given({}, [topic(51)]);
    open();
    expect(await shown()).toHaveTextContent('label.pngv2');
    expect(await screen.findByText('topic 51')).toBeInTheDocument();
    const read = `/g/guest/order/${uuid(1)}/attachment/${uuid(20)}/version/${uuid(11)}`;
    expect(sent.map((s) => s.path)).toContain(read);
  });

  test('navigates to the next attachment and back (SH-311)', async () => {
    given();
    open();
    await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Next attachment' }));
    expect(await screen.findByRole('heading', { level: 1, name: /front\.png/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next attachment' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Previous attachment' }));
    expect(await screen.findByRole('heading', { level: 1, name: /label\.png/ })).toBeInTheDocument();
  });

  test('a single attachment has no navigation (SH-311)', async () => {
    given({ attachments: [attachment({ versions: [guestVersion] })] });
    open();
    await shown();
    expect(screen.queryByRole('button', { name: 'Next attachment' })).toBeNull();
  });

  test("welcomes the guest with the inviter's name and message (SH-312)", async () => {
    given();
    open();
    await shown();
    const welcome = await screen.findByRole('dialog', { name: 'Welcome, Vera Visitor' });
    expect(within(welcome).getByText('Olivia Hart')).toBeInTheDocument();
    expect(within(welcome).getByText('Is the green right?')).toBeInTheDocument();
    await userEvent.click(within(welcome).getByRole('button', { name: 'Got it!' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('approve, revise, status actions, download, tabs and Close are missing (SH-313, BD-300, BD-301, BD-302, BD-303)', async () => {
    given();
    open();
    await shown();
    for (const name of [
      /^Approve/,
      /^Revise/,
      /Request CM review/,
      /Make Changes/,
      /Order Approved/,
      /Put On Hold/,
      /Download/,
      /Invite guest/,
      /Delete version/,
      /Certificate/,
    ])
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Close' })).toBeNull();
  });

  test('shows times in UTC+08:00 and says so (SH-317)', async () => {
    given({}, [topic(51, { dateCreated: '2026-11-18T20:30:00Z' })]);
    open();
    expect(await screen.findByText(/times in UTC\+08:00/)).toBeInTheDocument();
    const said = await screen.findByText('topic 51');
    const time = said.closest('article')?.querySelector('time');
    expect(time).toHaveAttribute('title', '19 Nov 2026 04:30');
  });

  test("a comment is sent as the guest, with the guest's CSRF token and no mentions (SH-319, SH-320, SH-323)", async () => {
    given();
    const headers: Headers[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST' && request.url.includes('/g/guest/')) headers.push(request.headers);
    });
    answer('POST /annotation', () => done({ id: uuid(99) }));
    open();
    await shown();
    await userEvent.click(await screen.findByRole('button', { name: 'Got it!' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Comment on the whole file' }));
    const field = () => screen.getByRole('textbox', { name: 'Comment on the whole file' });
    // Wait until the editor has loaded.
    await waitFor(() => expect(field()).not.toHaveProperty('tagName', 'TEXTAREA'));
    await userEvent.type(field(), 'greener');
    expect(screen.queryByRole('button', { name: 'Mention' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(sent.some((s) => s.method === 'POST')).toBe(true));
    const post = sent.find((s) => s.method === 'POST');
    expect(post?.path).toBe(`/g/guest/order/${uuid(1)}/attachment/${uuid(20)}/version/${uuid(11)}/annotation`);
    expect(post?.body).toMatchObject({ mentions: '[]' });
    expect(headers[0]?.get('Authorization')).toBe('Bearer access');
    expect(headers[0]?.get('X-CSRF-Token')).toBe('csrf');
    expect(sent.map((s) => s.path)).toContain('/g/csrf-token/guest-annotation');
  });

  test("resolving and reopening the guest's own topic sends true and false (SH-325)", async () => {
    const own = topic(51, { can: { edit: true, delete: true, resolve: true, reply: true } });
    given({}, [own, topic(52, { can: { edit: false, delete: false, resolve: false, reply: true } })]);
    answer('PUT /annotation/', () => done());
    open();
    await shown();
    await userEvent.click(await screen.findByRole('button', { name: 'Got it!' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await screen.findByText('topic 51'));
    await userEvent.click(await screen.findByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(sent.some((s) => s.method === 'PUT')).toBe(true));
    const put = sent.find((s) => s.method === 'PUT');
    expect(put?.path).toMatch(new RegExp(`/annotation/${uuid(51)}/${uuid(51)}$`));
    expect(put?.body).toEqual({ data: true, mentions: '[]' });
  });
});
