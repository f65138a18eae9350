import type { ButtonProps } from '@mantine/core';
import { useTakeBackDeletionMutation } from '@/api/session/account';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';

/** Takes the deletion of the user's account back (D-51). */
export function KeepButton(look: Pick<ButtonProps, 'size'>) {
  const [call, { isLoading }] = useTakeBackDeletionMutation();
  const keep = () => {
    call()
      .unwrap()
      .then(() => toastSuccess('The account stays'))
      .catch(toastError);
  };
  return (
    <BusyButton variant="default" {...look} busy={isLoading} onClick={keep}>
      Keep the account
    </BusyButton>
  );
}
