/** A dialog or menu that closes is gone after so many frames. */
const patience = 60;

/** Gives the focus to a card that moved away with it, once what was open has closed; unless something else has it then. */
export function keepFocus(cardId: string, frames = patience): void {
  requestAnimationFrame(() => {
    const { activeElement: active } = document;
    const lost = active === null || active === document.body;
    if (lost) document.querySelector<HTMLElement>(`[data-card="${CSS.escape(cardId)}"]`)?.focus();
    else if (frames > 0 && active.closest('[role="dialog"], [role="menu"]')) keepFocus(cardId, frames - 1);
  });
}
