import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../tests/render';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { FormDialog } from './FormDialog';

const onClose = vi.fn<() => void>();

function Form() {
  const [name, setName] = useState('');
  useDialogGuard(name !== '');
  return <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />;
}

beforeEach(async () => {
  onClose.mockClear();
  show(
    <FormDialog opened onClose={onClose} title="Add">
      <Form />
    </FormDialog>,
  );
  await screen.findByLabelText('Name');
});

const question = async () => within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
const answered = () => waitFor(() => expect(screen.queryByRole('dialog', { name: /without saving/ })).toBeNull());

test('a dialog that is removed to close it gives the focus back to what opened it', async () => {
  function Opened() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open another</button>
        {open && (
          <FormDialog opened onClose={() => setOpen(false)} title="Another">
            <input data-autofocus aria-label="Field" />
          </FormDialog>
        )}
      </>
    );
  }
  cleanup();
  show(<Opened />);
  const opener = await screen.findByRole('button', { name: 'Open another' });
  await userEvent.click(opener);
  await waitFor(() => expect(screen.getByLabelText('Field')).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

test('a dialog without input closes at once', async () => {
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('%s asks before what was typed is lost, and keeps it', async (_, close) => {
  await userEvent.type(screen.getByLabelText('Name'), 'a');
  await close();
  await userEvent.click((await question()).getByRole('button', { name: 'Stay' }));
  await answered();
  expect(screen.getByLabelText('Name')).toHaveValue('a');
  expect(onClose).not.toHaveBeenCalled();
  await close();
  await userEvent.click((await question()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('Escape on the question keeps what was typed, and does not ask again', async () => {
  await userEvent.type(screen.getByLabelText('Name'), 'a');
  await userEvent.keyboard('{Escape}');
  await question();
  await userEvent.keyboard('{Escape}');
  await answered();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Name')).toHaveValue('a');
});

test('a form whose input was taken back does not ask', async () => {
  await userEvent.type(screen.getByLabelText('Name'), 'a');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
