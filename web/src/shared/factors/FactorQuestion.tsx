import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import { useAskStepUpMutation, useStepUpMutation } from '@/api/generated/account';
import { ErrorState } from '@/ui';
import classes from './factors.module.css';
import { SecondStep } from './SecondStep';

type Props = { onAnswer: (given: boolean) => void };

/** Asks for a code, a passkey or a recovery code before something dangerous goes on. */
export function FactorQuestion({ onAnswer }: Props) {
  const [begin, { data, error }] = useAskStepUpMutation();
  const [send] = useStepUpMutation();
  const begun = useRef(false);
  useEffect(() => {
    // StrictMode runs effects twice.
    if (begun.current) return;
    begun.current = true;
    void begin();
  }, [begin]);

  if (error) return <ErrorState small message={sentence(apiError(error))} onRetry={() => void begin()} />;
  if (!data) return <Skeleton height={120} role="status" aria-label="Loading the ways to confirm" />;
  const step = data.data;
  return (
    <div className={classes.form}>
      <p>You did not enter it in the last 10 minutes. Then your change continues.</p>
      <SecondStep
        key={step.token}
        step={step}
        back="Cancel"
        button="Continue"
        take={async (proof) => {
          await send({ secondFactor: { token: step.token, ...proof } }).unwrap();
          onAnswer(true);
        }}
        onBack={(expired) => (expired ? void begin() : onAnswer(false))}
      />
    </div>
  );
}
