import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { SecondStep as Step } from '@/api/session/signin';
import entry from '@/shared/entry/entry.module.css';
import { CodeField, codeForm, codeLength } from './CodeField';
import { BusyButton } from '@/ui/fields/BusyButton';
import { RecoveryForm } from './RecoveryForm';
import { StepAlert } from './StepAlert';
import { type Proof, useSecondStep } from './useSecondStep';

type Props = {
  step: Step;
  /** Sends the factor. It fails if the factor is wrong. */
  take: (proof: Proof) => Promise<void>;
  /** Goes back, to the password for instance. The text says why, if the user did not ask for it. */
  onBack: (why?: string) => void;
  back?: string;
  /** The button that sends a recovery code. */
  button?: string;
};

/** Asks for the second factor: a code, a passkey or a recovery code. */
export function SecondStep({ step, take, onBack, back = 'Back', button = 'Log in' }: Props) {
  const { codes, recovery, passkey } = step;
  const [recovering, setRecovering] = useState(!codes && recovery && !passkey);
  const [code, setCode] = useState('');
  // A whole code is sent by itself.
  const [short, setShort] = useState(false);
  const { send, sendPasskey, busy, problem, clear } = useSecondStep(take, onBack);
  const nothing = !codes && !recovery && !passkey;

  const type = (typed: string) => {
    setCode(typed);
    setShort(false);
    clear();
    if (typed.length === codeLength) void send({ code: typed }).then(() => setCode(''));
  };
  const turn = (toRecovery: boolean) => () => {
    setRecovering(toRecovery);
    clear();
  };

  return (
    <section className={entry.form} aria-label="Second step">
      <StepAlert
        text={nothing ? 'None of your second factors works at this address. Ask an admin to help.' : problem}
      />
      {recovering ? (
        <RecoveryForm busy={busy} button={button} onSend={(recoveryCode) => void send({ recoveryCode })} />
      ) : (
        codes && (
          <CodeField
            label="Enter the code of your authenticator app"
            description="6 digits. The app shows a new one every 30 seconds."
            value={code}
            readOnly={busy}
            error={short && codeForm}
            onChange={type}
            onKeyDown={({ key }) => {
              if (key === 'Enter') setShort(true);
            }}
          />
        )
      )}
      {passkey && (
        <BusyButton
          variant={codes ? 'default' : 'filled'}
          fullWidth
          busy={busy}
          onClick={() => void sendPasskey(passkey)}
        >
          Use a passkey
        </BusyButton>
      )}
      <Group gap="4px 8px" align="stretch" justify="space-between" mx={-8}>
        <Button variant="subtle" size="compact-sm" onClick={() => onBack()}>
          {back}
        </Button>
        {recovering && codes && (
          <Button variant="subtle" size="compact-sm" onClick={turn(false)}>
            Use a code of your app
          </Button>
        )}
        {!recovering && recovery && (
          <Button variant="subtle" size="compact-sm" onClick={turn(true)}>
            Use a recovery code
          </Button>
        )}
      </Group>
    </section>
  );
}
