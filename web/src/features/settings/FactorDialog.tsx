import { useState } from 'react';
import { type Factor, useRemoveFactorMutation, useRenewRecoveryCodesMutation } from '@/api/session/account';
import { FormDialog } from '@/shared/form/FormDialog';
import { FactorSteps } from '@/shared/factors/FactorSteps';
import { PasswordForm } from '@/shared/factors/PasswordForm';
import { RecoveryCodes } from '@/shared/factors/RecoveryCodes';
import { toastSuccess } from '@/shared/command/notify';

export type FactorTask = { kind: 'app' | 'passkey' | 'codes' } | { kind: 'remove'; factor: Factor; last: boolean };

const titles = {
  app: 'Add authenticator app',
  passkey: 'Add passkey',
  codes: 'New recovery codes',
  remove: 'Remove second factor',
};

type Props = { task: FactorTask; email: string; onClose: () => void };

/** Changes the second factors of the user. Every change asks for the password first (D-46). */
export function FactorDialog({ task, email, onClose }: Props) {
  const [coded, setCoded] = useState(false);
  const done = (message: string) => () => {
    toastSuccess(message);
    onClose();
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={coded ? 'Your recovery codes' : titles[task.kind]}
      // A slip must not close the only view of the codes.
      closeOnClickOutside={false}
      closeOnEscape={!coded}
      withCloseButton={!coded}
    >
      {task.kind === 'remove' && (
        <Remove factor={task.factor} last={task.last} email={email} onDone={done(`${task.factor.name} is removed`)} />
      )}
      {task.kind === 'codes' && (
        <Renew email={email} onCodes={() => setCoded(true)} onDone={done('Your recovery codes are new')} />
      )}
      {(task.kind === 'app' || task.kind === 'passkey') && (
        <FactorSteps
          kind={task.kind}
          email={email}
          onCodes={() => setCoded(true)}
          onDone={done('The second factor is added')}
        />
      )}
    </FormDialog>
  );
}

type RemoveProps = { factor: Factor; last: boolean; email: string; onDone: () => void };

function Remove({ factor, last, email, onDone }: RemoveProps) {
  const [call, { isLoading, error }] = useRemoveFactorMutation();
  return (
    <PasswordForm
      email={email}
      button="Remove"
      danger
      busy={isLoading}
      error={error}
      onSend={(password) =>
        void call({ factorId: factor.id, passwordProof: { password } }).then(({ data }) => data && onDone())
      }
    >
      <p>
        {last
          ? `You sign in with your password alone once ${factor.name} is removed. Your recovery codes stop working.`
          : `You cannot sign in with ${factor.name} any more.`}
      </p>
    </PasswordForm>
  );
}

function Renew({ email, onCodes, onDone }: { email: string; onCodes: () => void; onDone: () => void }) {
  const [call, { data, isLoading, error }] = useRenewRecoveryCodesMutation();
  if (data) return <RecoveryCodes codes={data.data.recoveryCodes} onDone={onDone} />;
  return (
    <PasswordForm
      email={email}
      button="Make new codes"
      busy={isLoading}
      error={error}
      onSend={(password) => void call({ passwordProof: { password } }).then((answer) => answer.data && onCodes())}
    >
      <p>The codes that you have now stop working.</p>
    </PasswordForm>
  );
}
