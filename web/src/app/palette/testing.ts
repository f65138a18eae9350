import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const list = () => within(screen.getByRole('listbox'));
const linesIn = (part: ReturnType<typeof list>) => part.getAllByRole('option').map((line) => line.textContent);

/** Presses keys, wherever the focus is. */
export const press = (keys: string) => userEvent.keyboard(keys);

/** Returns the field of the open palette. */
export const field = () => screen.findByRole('combobox', { name: 'Search and commands' });

/** Returns the texts of all lines. */
export const lines = () => linesIn(list());

/** Returns the texts of the lines of a section. */
export const section = (name: string) => linesIn(within(list().getByRole('group', { name })));

/** Returns the line that Enter chooses. */
export const active = () => list().getByRole('option', { selected: true });
