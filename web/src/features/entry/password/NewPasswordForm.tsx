import entry from '@/shared/entry/entry.module.css';
import { noPasswords, PasswordFields, passwordErrors } from '@/shared/entry/PasswordFields';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';

type Props = {
  button: string;
  busy: boolean;
  onSend: (passwords: { newPassword: string; reNewPassword: string }) => void;
};

/** Asks for a new password, twice. Nothing is sent while a field is invalid (SH-118..SH-121). */
export function NewPasswordForm({ button, busy, onSend }: Props) {
  const { values, errors, change, onSubmit } = useForm(noPasswords, passwordErrors);
  return (
    <form
      noValidate
      className={entry.form}
      onSubmit={onSubmit(({ password, retyped }) => onSend({ newPassword: password, reNewPassword: retyped }))}
    >
      <PasswordFields values={values} errors={errors} onChange={change} />
      <BusyButton type="submit" fullWidth busy={busy}>
        {button}
      </BusyButton>
    </form>
  );
}
