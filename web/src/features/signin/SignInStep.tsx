import type { TokenAnswer } from '@/api/generated';
import { useTakeSecondFactorMutation } from '@/api/generated/account';
import { needsSecondStep, type SecondStep as Step } from '@/api/session/signin';
import { SecondStep } from '@/shared/factors/SecondStep';
import { ChooseAccount } from './ChooseAccount';

type Props = {
  step: Step;
  onSignedIn: (answer: TokenAnswer) => void;
  onStep: (next: Step) => void;
  /** Returns to the password. The text says why, if the user did not ask for it. */
  onBack: (why?: string) => void;
};

/** The next step of a sign-in whose password was right: its second factor, and then the account. */
export function SignInStep({ step, onSignedIn, onStep, onBack }: Props) {
  const [call] = useTakeSecondFactorMutation();
  if (step.accounts) {
    return <ChooseAccount token={step.token} accounts={step.accounts} onSignedIn={onSignedIn} onBack={onBack} />;
  }
  return (
    <SecondStep
      step={step}
      take={async (proof) => {
        const answer = await call({ secondFactor: { token: step.token, ...proof } }).unwrap();
        if (needsSecondStep(answer)) onStep(answer.data);
        else onSignedIn(answer);
      }}
      onBack={onBack}
    />
  );
}
