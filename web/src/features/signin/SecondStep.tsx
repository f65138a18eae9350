import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TokenAnswer } from '@/api/generated';
import type { SecondStep as Step } from '@/api/signin';
import entry from '@/shared/entry/entry.module.css';
import { CodeField } from '@/shared/factors/CodeField';
import { BusyButton } from '@/ui/BusyButton';
import { RecoveryForm } from './RecoveryForm';
import classes from './signin.module.css';
import { StepAlert } from './StepAlert';
import { useSecondStep } from './useSecondStep';

type Props = {
  step: Step;
  onSignedIn: (answer: TokenAnswer) => void;
  /** Returns to the password. The text says why, if the user did not ask for it. */
  onBack: (why?: string) => void;
};

const codeLength = 6;

/** The second step of a sign-in whose password was right: a code, a passkey or a recovery code. */
export function SecondStep({ step, onSignedIn, onBack }: Props) {
  const { codes, recovery, passkey } = step;
  const [recovering, setRecovering] = useState(!codes && recovery && !passkey);
  const [code, setCode] = useState('');
  const { send, sendPasskey, busy, problem, clear } = useSecondStep(step, onSignedIn, onBack);
  const nothing = !codes && !recovery && !passkey;

  const type = (typed: string) => {
    setCode(typed);
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
        <RecoveryForm busy={busy} onSend={(recoveryCode) => void send({ recoveryCode })} />
      ) : (
        codes && (
          <CodeField
            label="Enter the code of your authenticator app"
            description="6 digits. The app shows a new one every 30 seconds."
            value={code}
            readOnly={busy}
            onChange={type}
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
      <div className={classes.ways}>
        <Button variant="subtle" size="compact-sm" onClick={() => onBack()}>
          Back
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
      </div>
    </section>
  );
}
