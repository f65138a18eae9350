/** The number of frames to wait until a closing dialog or menu is removed. */
const patience = 60;

/**
 * Focuses a card that has moved, once its menu or dialog has closed, unless another element has the
 * focus.
 */
export function keepFocus(cardId: string, frames = patience): void {
  requestAnimationFrame(() => {
    const { activeElement: active } = document;
    const lost = active === null || active === document.body;
    const card = lost && document.querySelector<HTMLElement>(`[data-card="${CSS.escape(cardId)}"]`);
    if (card) {
      card.focus({ preventScroll: true });
      // With a pointer the view stays where it is.
      if (card.matches(':focus-visible')) card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (frames > 0 && active?.closest('[role="dialog"], [role="menu"]')) {
      keepFocus(cardId, frames - 1);
    }
  });
}
