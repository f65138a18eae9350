import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui';

const code = onDemand(() => import('./dragAndDrop'));

/** The time in ms that the board must be left alone until it is drawn anew. */
const calm = 100;
const actions = ['pointerdown', 'pointerup', 'pointercancel', 'keydown', 'focusin'] as const;
const overBoard = '[role="menu"], [role="dialog"]';

const cardOf = (element: Element | null) => element?.closest<HTMLElement>('[data-card]') ?? undefined;

/** Reports whether the user is doing something on the board that drawing it anew would interrupt. */
function isBusy(root: Element): boolean {
  const { activeElement: active } = document;
  if (root.querySelector('[aria-haspopup][aria-expanded="true"]') || document.querySelector(overBoard)) return true;
  return root.contains(active) && cardOf(active) !== active;
}

/** Presses Space on a card again. */
function lift(card: HTMLElement): void {
  card.dispatchEvent(
    new KeyboardEvent('keydown', { key: ' ', code: 'Space', keyCode: 32, bubbles: true, cancelable: true }),
  );
}

/**
 * Returns drag and drop, which loads after the cards show, or undefined until then. With it the
 * board is drawn anew: as soon as the user leaves it alone for a moment, and the focused card keeps
 * the focus. Space on a card before that lifts the card as soon as it can be lifted.
 */
export function useDragAndDrop(root: RefObject<HTMLElement | null>) {
  const loaded = useOnDemand(code, false);
  const [drawn, setDrawn] = useState(loaded);
  const focused = useRef<string | undefined>(undefined);
  const wanted = useRef<string | undefined>(undefined);

  useEffect(() => {
    if (drawn) return undefined;
    let pressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      if (!loaded || pressed || !root.current) return;
      if (isBusy(root.current)) {
        wait();
        return;
      }
      focused.current = cardOf(document.activeElement)?.dataset['card'];
      startTransition(() => setDrawn(loaded));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(draw, calm);
    };
    const onAction = (event: Event) => {
      // This takes back a drawing that has begun.
      setDrawn(undefined);
      if (event.type.startsWith('pointer')) pressed = event.type === 'pointerdown';
      const target = event.target instanceof Element ? cardOf(event.target) : undefined;
      if (target && event instanceof KeyboardEvent) {
        const space = event.key === ' ' && event.target === target && target.dataset['frozen'] === undefined;
        if (event.key === 'Escape') wanted.current = undefined;
        if (space) {
          wanted.current = target.dataset['card'];
          event.preventDefault();
          code.get().catch(toastNotLoaded);
        }
      }
      wait();
    };
    const onPointer = (event: Event) => {
      if (event.target instanceof Element && cardOf(event.target)) void code.get().catch(() => {});
    };
    for (const action of actions) document.addEventListener(action, onAction, true);
    document.addEventListener('pointerover', onPointer);
    wait();
    return () => {
      clearTimeout(timer);
      for (const action of actions) document.removeEventListener(action, onAction, true);
      document.removeEventListener('pointerover', onPointer);
    };
  }, [root, loaded, drawn]);

  useEffect(() => {
    if (!drawn || !focused.current) return;
    const card = root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(focused.current)}"]`);
    card?.focus({ preventScroll: true });
    // The library measures the page when a card is lifted, so it must be laid out by then.
    if (card && wanted.current === focused.current) requestAnimationFrame(() => setTimeout(() => lift(card)));
    focused.current = undefined;
  }, [root, drawn]);
  return drawn;
}
