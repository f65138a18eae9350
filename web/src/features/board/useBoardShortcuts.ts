import { useShortcuts } from '@/ui';

function cards(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-card]'));
}

/** Moves the focus between cards: down and up in a column, left and right between columns. */
function step(dx: number, dy: number): void {
  const all = cards();
  const current = document.activeElement?.closest<HTMLElement>('[data-card]');
  if (!current) {
    all[0]?.focus();
    return;
  }
  const here = current.getBoundingClientRect();
  const distance = (card: HTMLElement): number => {
    const there = card.getBoundingClientRect();
    const [x, y] = [there.left - here.left, there.top - here.top];
    if (dx !== 0) return Math.sign(x) === dx ? Math.abs(x) * 10 + Math.abs(y) : Infinity;
    return Math.abs(x) < 10 && Math.sign(y) === dy ? Math.abs(y) : Infinity;
  };
  const best = all.reduce<{ card?: HTMLElement; at: number }>(
    (found, card) => {
      const at = card === current ? Infinity : distance(card);
      return at < found.at ? { card, at } : found;
    },
    { at: Infinity },
  );
  best.card?.focus();
  best.card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export function useBoardShortcuts(): void {
  const group = 'Board';
  useShortcuts([
    { keys: 'J', what: 'Next card in the column', group, run: () => step(0, 1) },
    { keys: 'K', what: 'Previous card in the column', group, run: () => step(0, -1) },
    { keys: 'H', what: 'Card in the column to the left', group, run: () => step(-1, 0) },
    { keys: 'L', what: 'Card in the column to the right', group, run: () => step(1, 0) },
    { keys: 'Enter', what: 'Open the focused card', group },
    { keys: 'M', what: 'Menu of the focused card: move it, change its status', group },
    { keys: 'X', what: 'Select the focused card, or leave it out again; Shift+X selects up to it', group },
    { keys: 'Ctrl+A', what: 'Select all cards of the focused column', group },
    { keys: 'Escape', what: 'Clear the selection', group },
    { keys: 'Space', what: 'Lift the focused card; arrows move it, Space drops it, Escape puts it back', group },
  ]);
}
