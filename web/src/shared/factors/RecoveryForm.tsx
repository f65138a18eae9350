import { TextInput } from '@mantine/core';
import { useForm } from '@/shared/entry/useForm';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './factors.module.css';

type Props = { busy: boolean; button: string; onSend: (code: string) => void };

/** Asks for a recovery code in place of the second factor. */
export function RecoveryForm({ busy, button, onSend }: Props) {
  const { text, onSubmit } = useForm({ code: '' }, ({ code }) => ({
    code: code.trim() ? undefined : 'Required!',
  }));
  return (
    <form
      noValidate
      className={classes.recovery}
      onSubmit={onSubmit(({ code }) => {
        if (!busy) onSend(code.trim());
      })}
    >
      <TextInput
        ref={focusOnMount}
        {...text('code')}
        label="Recovery code"
        description="Each of your recovery codes works once."
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
      />
      <BusyButton type="submit" fullWidth busy={busy}>
        {button}
      </BusyButton>
    </form>
  );
}
