import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import * as picture from './avatar/picture';

vi.mock('./avatar/picture', async (original) => ({
  ...(await original<typeof picture>()),
  openPicture: vi.fn<typeof picture.openPicture>(),
  cutOut: vi.fn<typeof picture.cutOut>(() => 'anBlZw=='),
}));

afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the profile', () => {
  const server = fakeServer();
  beforeEach(() => {
    storeSession('owner');
    vi.stubGlobal('WebSocket', SilentSocket);
  });
  const sent = (path: string, method = 'PUT') =>
    server()
      .requests.filter((request) => request.method === method && request.path.endsWith(path))
      .map(({ body }) => (body ? (JSON.parse(body) as unknown) : undefined));

  test('is the page /profile', async () => {
    const { router } = showApp('/profile');
    expect(await screen.findByRole('heading', { name: 'Manage Profile' })).toBeVisible(); // SH-070
    expect(router.state.location.pathname).toBe('/profile');
  });

  test('saves the personal data without spaces around it, and the header shows it', async () => {
    showApp('/profile');
    const personal = await section('Personal');
    await userEvent.clear(personal.getByLabelText(/^First name/));
    await enter(personal.getByLabelText(/^First name/), ' Ada ');
    expect(personal.getByText('Not saved yet')).toBeVisible();
    await userEvent.click(personal.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Your profile is saved')).toBeVisible();
    expect(sent('/profile')).toEqual([
      { firstname: 'Ada', lastname: 'Hartmann', jobTitle: 'Brand Manager', phone: '0151 2345 678', timeZone: 'UTC' },
    ]);
    expect(personal.getByLabelText(/^First name/)).toHaveValue('Ada');
    expect(personal.queryByText('Not saved yet')).toBeNull();
    expect(screen.getByRole('button', { name: 'User menu of Ada Hartmann' })).toBeVisible();
  });

  test('needs a name and accepts only a phone number or none', async () => {
    Object.assign(server().own.profile, { isProfileComplete: false, profileGate: { asks: 'profile', closed: true } });
    showApp('/profile');
    const personal = await section('Personal');
    expect(personal.getByText(/^Your profile is complete once it has/)).toBeVisible();
    const save = () => userEvent.click(personal.getByRole('button', { name: 'Save profile' }));
    await userEvent.clear(personal.getByLabelText(/^Last name/));
    await userEvent.clear(personal.getByLabelText(/^Phone/));
    await enter(personal.getByLabelText(/^Phone/), '0151 23');
    await save();
    expect(personal.getByText('Required!')).toBeVisible();
    expect(personal.getByText('Not Valid')).toBeVisible(); // SH-334
    expect(personal.getByLabelText(/^Last name/)).toHaveFocus();
    expect(sent('/profile')).toEqual([]);
    await enter(personal.getByLabelText(/^Last name/), 'Hartmann');
    await userEvent.clear(personal.getByLabelText(/^Phone/));
    await save();
    await waitFor(() => expect(sent('/profile')).toMatchObject([{ phone: '' }])); // SH-335
    await waitFor(() => expect(personal.queryByText(/^Your profile is complete once it has/)).toBeNull()); // D-89
  });

  test('a refusal says why and keeps what was typed', async () => {
    server().intercept = ({ method, path }) =>
      method === 'PUT' && path.endsWith('/profile') ? refused(422, 'x', 'This name is too odd.') : undefined;
    showApp('/profile');
    const personal = await section('Personal');
    await enter(personal.getByLabelText('Job title'), ' II');
    await userEvent.click(personal.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('This name is too odd.')).toBeVisible();
    expect(personal.getByLabelText('Job title')).toHaveValue('Brand Manager II');
    expect(await personal.findByText('Not saved yet')).toBeVisible();
  });

  test('a verified address has no other mail to send', async () => {
    showApp('/profile');
    const contact = await section('Contact');
    expect(contact.getByLabelText(/^Email Address/)).toHaveValue('olivia@acme.test');
    expect(contact.getByLabelText(/^Email Address/)).toHaveAttribute('readonly');
    expect(contact.getByText('Verified')).toBeVisible();
    expect(contact.queryByRole('button', { name: 'Resend' })).toBeNull();
  });

  test('a new address gets a mail, and the old one stays until its link is followed', async () => {
    showApp('/profile');
    const contact = await section('Contact');
    await enter(contact.getByLabelText('New Email Address'), ' ada@acme.test ');
    expect(contact.getByText('Not saved yet')).toBeVisible();
    await enter(contact.getByLabelText('Your password'), 'proof-demo-1');
    await userEvent.click(contact.getByRole('button', { name: 'Change address' }));
    expect(
      await contact.findByText(
        'We have sent a link to ada@acme.test. Your address changes when you follow it. Until then olivia@acme.test stays.',
      ),
    ).toBeVisible();
    expect(sent('/profile/email')).toEqual([{ emailAddress: 'ada@acme.test', password: 'proof-demo-1' }]);
    expect(contact.getByLabelText(/^Email Address/)).toHaveValue('olivia@acme.test');
    expect(contact.getByLabelText('New Email Address')).toHaveValue('');
    expect(contact.queryByText('Not saved yet')).toBeNull();
  });

  test('a new address must be another one, and needs the password', async () => {
    showApp('/profile');
    const contact = await section('Contact');
    const change = () => userEvent.click(contact.getByRole('button', { name: 'Change address' }));
    await change();
    expect(contact.getAllByText('Required!')).toHaveLength(2);
    await enter(contact.getByLabelText('New Email Address'), 'olivia@acme.test');
    await change();
    expect(contact.getByText('This is your address already.')).toBeVisible();
    expect(sent('/profile/email')).toEqual([]);
    await userEvent.type(contact.getByLabelText('New Email Address'), 's');
    await enter(contact.getByLabelText('Your password'), 'wrong');
    await change();
    expect(await contact.findByText('The password is not right.')).toBeVisible();
    expect(contact.getByLabelText('New Email Address')).toHaveValue('olivia@acme.tests');
  });

  test('address and password stay while an admin acts as the user (D-48)', async () => {
    server().own.profile.impersonation = { by: 'Marcus Lindqvist', until: '2036-01-01T00:00:00Z' };
    showApp('/profile');
    const contact = await section('Contact');
    expect(contact.getByText('Only the person themselves can change their address.')).toBeVisible();
    expect(contact.queryByRole('button', { name: 'Change address' })).toBeNull();
    const password = await section('Password');
    expect(password.getByText('Only the person themselves can change their password.')).toBeVisible();
    expect(password.queryByRole('button')).toBeNull();
  });

  test('an unverified address can get another mail', async () => {
    server().own.profile.emailIsVerified = false;
    showApp('/profile');
    const contact = await section('Contact');
    await userEvent.click(contact.getByRole('button', { name: 'Resend' }));
    expect(
      await screen.findByText('An email has been sent to olivia@acme.test with a link to verify your account.'),
    ).toBeVisible();
    expect(sent('/profile/resend-email-verification')).toHaveLength(1); // BD-424
  });

  test('the company is saved as a whole, and its link leads to it', async () => {
    server().own.profile.isClientProfileComplete = false;
    showApp('/profile#company');
    const company = await section('Company');
    await waitFor(() => expect(company.getByRole('heading', { name: 'Company' })).toHaveFocus());
    expect(company.getByText(/^Your company is complete once it has/)).toBeVisible();
    const contact = await company.findByLabelText(/^Contact/);
    await userEvent.clear(contact);
    await enter(contact, 'Sam Whitfield');
    await userEvent.click(company.getByRole('button', { name: 'Save company' }));
    expect(await screen.findByText('Your company is saved')).toBeVisible();
    expect(sent('/profile/company')).toEqual([
      { name: 'Acme Foods', address: '1 Mill Lane', country: 'DE', contact: 'Sam Whitfield' },
    ]);
  });

  test('a company needs a name', async () => {
    showApp('/profile');
    const company = await section('Company');
    await userEvent.clear(await company.findByLabelText(/^Company name/));
    await userEvent.click(company.getByRole('button', { name: 'Save company' }));
    expect(company.getByText('Required!')).toBeVisible();
    expect(sent('/profile/company')).toEqual([]);
  });

  test('the password is changed with the rules of a new password', async () => {
    showApp('/profile');
    const password = await section('Password');
    const change = () => userEvent.click(password.getByRole('button', { name: 'Change password' }));
    await change();
    expect(password.getAllByText('Required!')).toHaveLength(3);
    expect(password.getByLabelText('Current Password')).toHaveFocus();
    await enter(password.getByLabelText('Current Password'), 'secret-1');
    await enter(password.getByLabelText('New Password'), 'short');
    await enter(password.getByLabelText('Retype Password'), 'other');
    await change();
    expect(password.getByText('Not Valid')).toBeVisible();
    expect(password.getByText('The passwords are not the same.')).toBeVisible();
    expect(sent('/profile/password')).toEqual([]);
    for (const label of ['New Password', 'Retype Password']) {
      await userEvent.clear(password.getByLabelText(label));
      await enter(password.getByLabelText(label), 'secret-2');
    }
    await change();
    expect(await screen.findByText('Your password is changed. Your other sessions were ended.')).toBeVisible();
    expect(sent('/profile/password')).toEqual([
      { password: 'secret-1', newPassword: 'secret-2', reNewPassword: 'secret-2' },
    ]);
    expect(password.getByLabelText('Current Password')).toHaveValue('');
  });

  test('a picture is cropped with the keyboard and saved, then it can be removed', async () => {
    const close = vi.fn<() => void>();
    vi.mocked(picture.openPicture).mockResolvedValue({
      image: new Image(),
      url: 'blob:one',
      width: 800,
      height: 400,
      close,
    });
    vi.mocked(picture.cutOut).mockReturnValue('anBlZw==');
    const { container } = showApp('/profile');
    const avatar = await section('Avatar');
    expect(avatar.queryByRole('button', { name: 'Remove picture' })).toBeNull();
    const input = container.querySelector('input[type="file"]');
    if (!input) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [new File(['x'], 'me.png', { type: 'image/png' })] } });
    const dialog = within(await screen.findByRole('dialog', { name: 'Crop your picture' }));
    const frame = dialog.getByRole('application', { name: 'Position of the picture' });
    await waitFor(() => expect(frame).toHaveFocus());
    await userEvent.keyboard('+{ArrowRight}');
    expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.1');
    await userEvent.click(dialog.getByRole('button', { name: 'Save picture' }));
    expect(await screen.findByText('Your picture is saved')).toBeVisible();
    expect(sent('/profile/avatar')).toEqual([{ image: 'anBlZw==' }]);
    const [, crop] = vi.mocked(picture.cutOut).mock.lastCall ?? [];
    expect(crop?.zoom).toBeCloseTo(1.1);
    expect(crop?.x).toBeLessThan(400);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await userEvent.click(await avatar.findByRole('button', { name: 'Remove picture' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove your picture?' }));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent('/profile/avatar', 'DELETE')).toHaveLength(1));
    await waitFor(() => expect(avatar.queryByRole('button', { name: 'Remove picture' })).toBeNull());
  });

  test('a file that is no picture is refused', async () => {
    vi.mocked(picture.openPicture).mockRejectedValue(new Error('broken'));
    const { container } = showApp('/profile');
    await section('Avatar');
    const input = container.querySelector('input[type="file"]');
    if (!input) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [new File(['x'], 'me.txt')] } });
    expect(await screen.findByText(/cannot show the file as a picture/)).toBeVisible();
  });
});

describe('the profile of a team member', () => {
  fakeServer('staff');
  beforeEach(() => {
    storeSession('staff');
    vi.stubGlobal('WebSocket', SilentSocket);
  });

  test('has no company', async () => {
    showApp('/profile');
    await section('Password');
    expect(screen.queryByRole('region', { name: 'Company' })).toBeNull();
  });
});
