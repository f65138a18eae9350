import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import { useLeaveGuard } from './useLeaveGuard';

function Form({ label }: { label: string }) {
  const [text, setText] = useState('');
  useLeaveGuard(text !== '');
  return <input aria-label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

function open() {
  window.history.pushState(null, '', '/start');
  return render(
    <UiProvider>
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route path="/start" element={<Link to="/form">Open the form</Link>} />
          <Route
            path="/form"
            element={
              <>
                <Form label="One" />
                <Form label="Two" />
                <Link to="#two">To the section</Link>
                <Link to="/other">Go on</Link>
              </>
            }
          />
          <Route path="/other" element={<p>The other page</p>} />
        </Routes>
      </BrowserRouter>
    </UiProvider>,
  );
}

beforeEach(async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'Open the form' }));
});

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const goOn = () => userEvent.click(screen.getByRole('link', { name: 'Go on' }));
const answer = async (name: string) => {
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await userEvent.click(question.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
/** Whether closing the window would ask. */
const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a page without unsaved changes is left at once', async () => {
  expect(closing()).toBe(false);
  await goOn();
  expect(screen.getByText('The other page')).toBeVisible();
});

test('following a link asks once for all forms, and can be taken back', async () => {
  await type('One', 'a');
  await type('Two', 'b');
  expect(closing()).toBe(true);
  await goOn();
  await answer('Stay');
  expect(screen.getByLabelText('One')).toHaveValue('a');
  expect(window.location.pathname).toBe('/form');
  await goOn();
  await answer('Leave');
  expect(screen.getByText('The other page')).toBeVisible();
  expect(closing()).toBe(false);
});

test('going back asks', async () => {
  await type('One', 'a');
  window.history.back();
  await answer('Stay');
  await waitFor(() => expect(window.location.pathname).toBe('/form'));
  expect(screen.getByLabelText('One')).toHaveValue('a');
  window.history.back();
  await answer('Leave');
  expect(await screen.findByRole('link', { name: 'Open the form' })).toBeVisible();
  expect(window.location.pathname).toBe('/start');
});

test('a link within the page does not ask, and going back over it neither', async () => {
  await type('One', 'a');
  await userEvent.click(screen.getByRole('link', { name: 'To the section' }));
  expect(window.location.hash).toBe('#two');
  window.history.back();
  await waitFor(() => expect(window.location.hash).toBe(''));
  expect(screen.queryByRole('dialog')).toBeNull();
  window.history.back();
  await answer('Leave');
  expect(await screen.findByRole('link', { name: 'Open the form' })).toBeVisible();
});

test('a form without changes lets the user go again', async () => {
  await type('One', 'a');
  await userEvent.clear(screen.getByLabelText('One'));
  await goOn();
  expect(screen.getByText('The other page')).toBeVisible();
});
