import { useRef, useState } from 'react';
import { apiError, sentence } from '@/api/envelope';
import type { TokenAnswer } from '@/api/generated';
import { type SecondFactor, useTakeSecondFactorMutation } from '@/api/generatedAccount';
import type { SecondStep } from '@/api/signin';
import { askPasskey, passkeyProblem } from '@/shared/factors/passkeys';

/** Takes the second step of a sign-in. After an expired step the user starts with the password. */
export function useSecondStep(
  { token }: SecondStep,
  onSignedIn: (answer: TokenAnswer) => void,
  onBack: (why: string) => void,
) {
  const [call] = useTakeSecondFactorMutation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef(false);

  /** Runs one try at a time. */
  const attempt = async (run: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem('');
    await run();
    running.current = false;
    setBusy(false);
  };

  const take = async (proof: Omit<SecondFactor, 'token'>) => {
    try {
      onSignedIn(await call({ secondFactor: { token, ...proof } }).unwrap());
    } catch (error) {
      const failure = apiError(error);
      if (failure.reason === 'second_factor.expired') onBack(sentence(failure));
      else setProblem(sentence(failure));
    }
  };

  return {
    busy,
    problem,
    clear: () => setProblem(''),
    send: (proof: Omit<SecondFactor, 'token'>) => attempt(() => take(proof)),
    sendPasskey: (options: string) =>
      attempt(async () => {
        let passkey: string;
        try {
          passkey = await askPasskey(options);
        } catch (error) {
          setProblem(passkeyProblem(error));
          return;
        }
        await take({ passkey });
      }),
  };
}
