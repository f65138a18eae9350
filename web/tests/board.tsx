import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Role } from '@/api/generated';
import { show, storeSession } from './render';
import BoardPage from '@/features/board/BoardPage';

export const column = (name: string) => document.querySelector<HTMLElement>(`[data-column="${name}"]`) ?? document.body;
export const cardIn = (name: string, id: string) => column(name).querySelector<HTMLElement>(`[data-card="${id}"]`);
export const card = (id: string) => document.querySelector<HTMLElement>(`[data-card="${id}"]`) ?? document.body;

/** Opens the board, with all its columns open. A test replaces `useDragAndDrop`, because there is no layout to drag in. */
export async function openBoard(role: Role, folds = '+approved +cancelled') {
  storeSession(role);
  window.localStorage.setItem(`setting.board.folds.${window.localStorage.getItem('userId')}`, folds);
  const view = show(
    <main id="content">
      <BoardPage />
    </main>,
  );
  await waitFor(() => expect(document.querySelector('[data-card]')).not.toBeNull());
  return view;
}

/** Chooses a line of the menu of a card. */
export async function choose(id: string, name: string): Promise<void> {
  fireEvent.keyDown(card(id), { key: 'm' });
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}
