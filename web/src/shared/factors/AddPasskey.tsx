import { useState } from 'react';
import { useBeginPasskeyMutation, useConfirmPasskeyMutation } from '@/api/session/account';
import type { NewPasskey } from '@/api/generated/account';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import classes from './factors.module.css';
import { NameAndAdd } from './NameAndAdd';
import { NumberHint } from './NumberHint';
import { hasPasskeys, makePasskey, noPasskeysHere, numberHint, passkeyProblem } from './passkeys';
import { PasswordForm } from './PasswordForm';
import type { StepProps } from './steps';

/** Adds a passkey: the password, the browser's own dialog, then a name. */
export function AddPasskey({ email, onAdded }: StepProps) {
  const [begin, { data, isLoading, error }] = useBeginPasskeyMutation();
  const [answer, setAnswer] = useState<string>();
  const [making, setMaking] = useState(false);
  const [problem, setProblem] = useState('');

  const make = async ({ options }: NewPasskey) => {
    setMaking(true);
    setProblem('');
    try {
      setAnswer(await makePasskey(options));
    } catch (failed) {
      setProblem(passkeyProblem(failed));
    }
    setMaking(false);
  };
  const start = async (password: string) => {
    const begun = await begin({ passwordProof: { password } });
    if (begun.data) await make(begun.data.data);
  };

  if (numberHint()) return <NumberHint />;
  if (!hasPasskeys()) return <p role="note">{noPasskeysHere}</p>;
  if (data && answer) return <ConfirmPasskey id={data.data.id} answer={answer} onAdded={onAdded} />;
  if (data) {
    return (
      <div className={classes.form}>
        <p role="status">{making ? 'Follow the steps of your browser.' : problem}</p>
        <div className={classes.buttons}>
          <BusyButton busy={making} onClick={() => void make(data.data)}>
            Try again
          </BusyButton>
        </div>
      </div>
    );
  }
  return (
    <PasswordForm
      email={email}
      button="Continue"
      busy={isLoading}
      error={error}
      onSend={(password) => void start(password)}
    >
      <p>A passkey is stored on your device or security key. You use it with a fingerprint, your face or a PIN.</p>
    </PasswordForm>
  );
}

function ConfirmPasskey({ id, answer, onAdded }: { id: string; answer: string; onAdded: StepProps['onAdded'] }) {
  const [confirm, { isLoading, error }] = useConfirmPasskeyMutation();
  const { values, errors, change, onSubmit } = useForm({ name: 'Passkey' }, ({ name }) => ({
    name: name.trim() ? undefined : 'Required!',
  }));
  useDialogGuard(true); // The device has made a passkey that the account does not know yet.
  const send = async (name: string) => {
    if (isLoading) return;
    const { data } = await confirm({ factorId: id, passkeyProof: { answer, name: name.trim() } });
    if (data) onAdded(data.data.recoveryCodes);
  };
  return (
    <form noValidate className={classes.form} onSubmit={onSubmit(({ name }) => void send(name))}>
      <NameAndAdd
        ref={focusOnMount}
        name={values.name}
        problem={errors['name']}
        onChange={(name) => change({ name })}
        refusal={error}
        busy={isLoading}
      />
    </form>
  );
}
