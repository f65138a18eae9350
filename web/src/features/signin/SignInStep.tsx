import type { TokenAnswer } from '@/api/generated';
import { useTakeSecondFactorMutation } from '@/api/generatedAccount';
import type { SecondStep as Step } from '@/api/signin';
import { SecondStep } from '@/shared/factors/SecondStep';

type Props = {
  step: Step;
  onSignedIn: (answer: TokenAnswer) => void;
  /** Returns to the password. The text says why, if the user did not ask for it. */
  onBack: (why?: string) => void;
};

/** The second step of a sign-in whose password was right. */
export function SignInStep({ step, onSignedIn, onBack }: Props) {
  const [call] = useTakeSecondFactorMutation();
  return (
    <SecondStep
      step={step}
      take={async (proof) => onSignedIn(await call({ secondFactor: { token: step.token, ...proof } }).unwrap())}
      onBack={onBack}
    />
  );
}
