import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { confirm, type ConfirmRequest } from './dialogs';

/** How often the user has acted: a key, a press or a click. */
let actions = 0;
for (const type of ['keydown', 'pointerdown', 'click'] as const) {
  window.addEventListener(type, () => (actions += 1), { capture: true });
}

/** Tells the dialog or popover around that a form has unsaved changes, until the returned function is called. */
const Hold = createContext<(() => () => void) | null>(null);

/** Goes around the forms of what `useGuardedClose` closes. */
export const CloseGuard = Hold.Provider;

/**
 * Makes the dialog or popover around ask before it is closed while `unsaved` is set. Returns whether
 * there is one that asks.
 */
export function useDialogGuard(unsaved: boolean): boolean {
  const hold = useContext(Hold);
  useEffect(() => (unsaved ? hold?.() : undefined), [unsaved, hold]);
  return hold !== null;
}

export const closeQuestion: ConfirmRequest = {
  kind: 'confirm',
  type: 'CONTINUECANCEL',
  title: 'Close without saving?',
  message: 'What you entered here is not saved yet.',
  accept: 'Discard',
  refuse: 'Stay',
  danger: true,
};

/**
 * Returns a function that closes, and asks before if a form has unsaved changes. `hold` is the value
 * of the `CloseGuard` around the forms. What is around in turn, such as a dialog, asks for them too.
 */
export function useGuardedClose(onClose: () => void, ask: () => Promise<boolean> = () => confirm(closeQuestion)) {
  const around = useContext(Hold);
  const forms = useRef(0); // The number of them with unsaved changes.
  const hold = useCallback(() => {
    const release = around?.();
    forms.current += 1;
    return () => {
      forms.current -= 1;
      release?.();
    };
  }, [around]);
  const asking = useRef(false);
  const answered = useRef(-1); // The action that answered last.
  const closeOrAsk = async () => {
    // The Escape that answers the question reaches what asked it as well.
    if (asking.current || answered.current === actions) return;
    if (forms.current === 0) return onClose();
    asking.current = true;
    // The Escape that asks is still on its way. It would reach the question and answer it.
    await new Promise((resolve) => setTimeout(resolve));
    const agreed = await ask();
    answered.current = actions;
    asking.current = false;
    if (agreed) onClose();
  };
  return { hold, close: () => void closeOrAsk() };
}
