/** A dialog or menu that closes is gone after so many frames. */
const patience = 60;

/** Gives the focus to a card that moved away with it, once what was open has closed; unless something else has it then. */
export function keepFocus(cardId: string, frames = patience): void {
  requestAnimationFrame(() => {
    const { activeElement: active } = document;
    const lost = active === null || active === document.body;
    const card = lost && document.querySelector<HTMLElement>(`[data-card="${CSS.escape(cardId)}"]`);
    if (card) {
      card.focus({ preventScroll: true });
      // who works with the pointer keeps looking at the same place
      if (card.matches(':focus-visible')) card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (frames > 0 && active?.closest('[role="dialog"], [role="menu"]')) {
      keepFocus(cardId, frames - 1);
    }
  });
}
