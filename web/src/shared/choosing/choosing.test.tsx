import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { show } from '../../../tests/render';
import { DropArea, FileButton } from '.';

const kinds = { accept: 'image/png', about: 'PNG of at most 1 MB' };
const png = (name: string) => new File(['x'], name, { type: 'image/png' });

/** Shows a button in a drop area and returns the names of the files that were handed over. */
function open(multiple?: boolean) {
  const given: string[][] = [];
  const choice = { kinds, multiple, onFiles: (files: File[]) => given.push(files.map(({ name }) => name)) };
  const { container } = show(
    <DropArea choice={choice}>
      <p>Drop here</p>
      <FileButton choice={choice}>Add file</FileButton>
    </DropArea>,
  );
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no input');
  return { given, input };
}

const drop = (files: File[], types = ['Files']) =>
  fireEvent.drop(screen.getByText('Drop here'), { dataTransfer: { files, types } });

test('the button says which files it takes, and opens the chooser for them', async () => {
  const { input } = open();
  const button = screen.getByRole('button', { name: 'Add file' });
  expect(button).toHaveAccessibleDescription('PNG of at most 1 MB');
  expect(input.accept).toBe('image/png');
  const click = vi.spyOn(input, 'click');
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(click).toHaveBeenCalledTimes(1);
});

test('a file is chosen or dropped, and the same one can be chosen again', async () => {
  const { given, input } = open();
  await userEvent.upload(input, png('a.png'));
  await userEvent.upload(input, png('a.png'));
  drop([png('b.png')]);
  expect(given).toEqual([['a.png'], ['a.png'], ['b.png']]);
});

test('several files are refused with a reason where only one can be chosen', async () => {
  const { given } = open();
  drop([png('a.png'), png('b.png')]);
  expect(await screen.findByText('Only one file can be chosen here.')).toBeInTheDocument();
  expect(given).toEqual([]);
});

test('several files are taken together where they can be', () => {
  const { given, input } = open(true);
  expect(input.multiple).toBe(true);
  drop([png('a.png'), png('b.png')]);
  expect(given).toEqual([['a.png', 'b.png']]);
});

test('dragging and dropping text has no effect', () => {
  const { given } = open();
  const area = screen.getByText('Drop here');
  expect(fireEvent.dragOver(area, { dataTransfer: { files: [], types: ['text/plain'] } })).toBe(true);
  expect(fireEvent.dragOver(area, { dataTransfer: { files: [], types: ['Files'] } })).toBe(false);
  drop([], ['text/plain']);
  expect(given).toEqual([]);
});
