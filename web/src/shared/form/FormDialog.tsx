import { Modal, type ModalProps } from '@mantine/core';
import { CloseGuard, useGuardedClose } from '@/ui/dialog/closeGuard';
import { useReturnedFocus } from '@/ui/dialog/opener';

/** A dialog with a form. Escape, the close button and a click beside it ask before unsaved input is lost. */
export function FormDialog({ onClose, ...rest }: ModalProps) {
  const { hold, close } = useGuardedClose(onClose);
  useReturnedFocus(rest.opened);
  return (
    <CloseGuard value={hold}>
      <Modal styles={{ title: { fontWeight: 600, fontSize: 16 } }} {...rest} onClose={close} />
    </CloseGuard>
  );
}
