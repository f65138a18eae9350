import { TextInput } from '@mantine/core';
import { emailError } from '@/shared/entry/credentials';
import entry from '@/shared/entry/entry.module.css';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';

type Props = { busy: boolean; onSend: (email: string) => void };

/** Asks for the address to send a mail to. Nothing is sent while it is invalid (SH-110). */
export function AddressForm({ busy, onSend }: Props) {
  const { text, onSubmit } = useForm({ email: '' }, ({ email }) => ({ email: emailError(email) }));
  return (
    <form noValidate className={entry.form} onSubmit={onSubmit(({ email }) => onSend(email.trim()))}>
      <TextInput {...text('email')} label="Email" type="email" autoComplete="username" />
      <BusyButton type="submit" fullWidth busy={busy}>
        Submit
      </BusyButton>
    </form>
  );
}
