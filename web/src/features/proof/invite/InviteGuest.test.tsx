import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Guest } from '@/api';
import { profile, tom, uuid } from '../testing/fixtures';
import { done, found, makeServer, renderIn } from '../testing/harness';
import { InviteGuest } from './InviteGuest';

const { server, answer, reset, writes } = makeServer();
beforeAll(() => server.listen());
beforeEach(() => reset());
afterAll(() => server.close());

const guest = (more: Partial<Guest> = {}): Guest => ({
  id: uuid(300),
  name: 'Ulf Unter',
  email: 'ulf@example.com',
  status: 'entered',
  attachmentIds: [uuid(10)],
  inviter: tom,
  invitedAt: '2026-11-18T10:00:00Z',
  expiresAt: '2026-12-02T10:00:00Z',
  withPassword: false,
  can: { revoke: true },
  ...more,
});
const files = [
  { id: uuid(10), name: 'Front label' },
  { id: uuid(20), name: 'Back label' },
];

function given(guests: Guest[] = [], attachments = files, invite = true) {
  answer('GET /profile', () => found(profile('owner', { 'invite-guest-reviewer': ['create'] })));
  answer('GET /guest', () => found({ guests, attachments, can: { invite } }));
}
const open = async () => {
  renderIn(<InviteGuest orderId={uuid(1)} attachmentId={uuid(10)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Invite guest' }));
  return screen.findByRole('dialog', { name: 'Guests' });
};

describe('inviting guests', () => {
  test('is available to users with the ability (SH-097, SH-098)', async () => {
    answer('GET /profile', () => found(profile('staff', {})));
    const { store } = renderIn(<InviteGuest orderId={uuid(1)} attachmentId={uuid(10)} />);
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('"fulfilled"'));
    expect(screen.queryByRole('button', { name: 'Invite guest' })).toBeNull();
  });

  test('sends name, e-mail, message, password, expiry and the attachments, and shows the link a single time', async () => {
    given();
    answer('POST /guest', () =>
      done({ link: 'https://x.test/annotation/guestreviewer?token=t' }, 'The guest is invited'),
    );
    const dialog = await open();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Send the invitation' }));
    expect(within(dialog).getAllByText('Required!')).toHaveLength(2);
    expect(writes()).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText(/^Name/), ' Vera ');
    await userEvent.type(within(dialog).getByLabelText(/^E-mail/), 'vera@example.com');
    await userEvent.type(within(dialog).getByLabelText(/^Message/), 'Please look');
    await userEvent.type(within(dialog).getByLabelText('Password'), 'swordfish');
    expect(within(dialog).getByRole('checkbox', { name: 'Front label' })).toBeChecked();
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Back label' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
    expect(await within(dialog).findByLabelText('Link for the guest')).toHaveValue(
      'https://x.test/annotation/guestreviewer?token=t',
    );
    const [post] = writes();
    expect(post?.path).toBe(`/order/${uuid(1)}/guest`);
    expect(post?.body).toMatchObject({
      name: 'Vera',
      email: 'vera@example.com',
      message: 'Please look',
      password: 'swordfish',
      attachmentIds: [uuid(10), uuid(20)],
    });
    const until = post?.body as { expiresAt: string } | undefined;
    expect(Math.round((Date.parse(until?.expiresAt ?? '') - Date.now()) / 86_400_000)).toBe(14);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Invite another guest' }));
    expect(within(dialog).queryByLabelText('Link for the guest')).toBeNull();
  });

  test('revoking asks for confirmation, and an expired invitation cannot be revoked', async () => {
    given([guest(), guest({ id: uuid(301), name: 'Old', status: 'expired', can: { revoke: false } })]);
    answer('DELETE /guest/', () => done({}, 'The invitation is revoked'));
    const dialog = await open();
    const rows = within(await within(dialog).findByRole('list', { name: 'Invited guests' })).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Opened until');
    expect(rows[1]).toHaveTextContent('Expired on');
    expect(within(rows[1] as HTMLElement).queryByRole('button')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke the invitation of Ulf Unter' }));
    expect(writes()).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke the invitation of Ulf Unter' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke the link' }));
    await waitFor(() =>
      expect(writes().map((w) => `${w.method} ${w.path}`)).toEqual([`DELETE /order/${uuid(1)}/guest/${uuid(300)}`]),
    );
  });

  test('says why a guest cannot be invited', async () => {
    given([], []);
    const dialog = await open();
    expect(await within(dialog).findByText(/There is none to show them now/)).toBeInTheDocument();
  });
});
