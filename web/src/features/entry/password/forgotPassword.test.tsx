import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { loaderMs } from '@/shared/entry/EntryLayout';
import { refused } from '../../../../tests/fake/server';
import { fakeServer, show } from '../../../../tests/render';
import ForgotPassword from './ForgotPassword';

const server = fakeServer();
const calls = () => server().requests.filter(({ path }) => path.endsWith('/reset-password'));
const answer = (given: ReturnType<typeof refused>) => {
  server().intercept = ({ path }) => (path.endsWith('/reset-password') ? given : undefined);
};
const done = { json: { success: true, message: 'The mail is on its way.' } };

/** Opens the page after its loader, types an address and submits. */
async function submit(email: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  show(<ForgotPassword />);
  await act(() => vi.advanceTimersByTimeAsync(loaderMs));
  if (email) await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  return user;
}

afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
});

test('shows a loader for 2 seconds, then the form with its texts (SH-108, SH-109)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<ForgotPassword />);
  await act(() => vi.advanceTimersByTimeAsync(loaderMs - 200));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible(); // SH-108
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible(); // SH-109
  expect(
    screen.getByText("Enter your account's email address and we'll send you an email to reset the password."),
  ).toBeVisible();
  expect(screen.getByLabelText('Email')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Submit' })).toBeVisible();
  expect(document.title).toMatch(/^Reset your password/);
});

test.each([
  ['', 'Required!'],
  ['nobody@', 'Not Valid'],
])('the address "%s" is flagged with %s and nothing is sent (SH-110)', async (email, error) => {
  await submit(email);
  expect(screen.getByText(error)).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(calls()).toEqual([]);
});

test('sends the address, then says where the mail went (SH-111, SH-112, SH-113)', async () => {
  answer(done);
  const user = await submit('ann@acme.test');
  const heading = await screen.findByRole('heading', { name: 'Great, check your inbox' }); // SH-112
  expect(heading).toHaveFocus();
  expect(
    screen.getByText('An email has been sent to ann@acme.test. Click the link in the email to reset your password.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument();
  expect(calls()).toMatchObject([{ method: 'POST', path: '/api/c/reset-password', body: '{"email":"ann@acme.test"}' }]);
  expect(screen.getByText("Didn't get the email?")).toBeVisible(); // SH-113
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(calls().map(({ body }) => body)).toEqual(Array(2).fill('{"email":"ann@acme.test"}')));
});

test('says that the mail stays on the server where no mail server is set up', async () => {
  server().own.profile.mailOff = true;
  await submit('');
  expect(await screen.findByText(/No mail server is set up here, so mail stays on the server./)).toBeVisible(); // D-284
});

test('an unknown address shows Not Found with the message of the server (SH-114)', async () => {
  answer(refused(404, 'account.unknown', 'Nobody has this address here.'));
  await submit('ann@acme.test');
  expect(await screen.findByText('Not Found')).toBeVisible();
  expect(screen.getByText('Nobody has this address here.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ann@acme.test');
});

test('too many attempts show the message of the server', async () => {
  answer(refused(429, 'rate_limited', 'Too many attempts. Try again in 10 minutes.'));
  await submit('ann@acme.test');
  expect(await screen.findByText('Too many attempts. Try again in 10 minutes.')).toBeVisible();
});
