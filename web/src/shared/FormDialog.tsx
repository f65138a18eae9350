import { Modal, type ModalProps } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { confirm } from '@/ui';

/** Tells the dialog around that a form has unsaved changes, until the returned function is called. */
const Hold = createContext<(() => () => void) | null>(null);

/** Makes the dialog around ask before it is closed while `unsaved` is set. */
export function useDialogGuard(unsaved: boolean): void {
  const hold = useContext(Hold);
  useEffect(() => (unsaved ? hold?.() : undefined), [unsaved, hold]);
}

const ask = () =>
  confirm({
    type: 'CONTINUECANCEL',
    title: 'Close without saving?',
    message: 'What you entered here is not saved yet.',
    accept: 'Discard',
    refuse: 'Stay',
    danger: true,
  });

/** A dialog with a form. Escape, the close button and a click beside it ask before unsaved input is lost. */
export function FormDialog({ onClose, ...rest }: ModalProps) {
  const forms = useRef(0); // The number of them with unsaved changes.
  const hold = useCallback(() => {
    forms.current += 1;
    return () => {
      forms.current -= 1;
    };
  }, []);
  const asking = useRef(false);
  const close = async () => {
    if (asking.current) return;
    if (forms.current === 0) return onClose();
    asking.current = true;
    // The Escape that asks is still on its way. It would reach the question and answer it.
    await new Promise((resolve) => setTimeout(resolve));
    const agreed = await ask();
    // The Escape that answers the question reaches this dialog as well.
    setTimeout(() => {
      asking.current = false;
    });
    if (agreed) onClose();
  };
  return (
    <Hold value={hold}>
      <Modal styles={{ title: { fontWeight: 600, fontSize: 16 } }} {...rest} onClose={() => void close()} />
    </Hold>
  );
}
