import { useRef, useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import type { SecondFactor } from '@/api/generated/account';
import { askPasskey, passkeyProblem } from './passkeys';

/** What somebody gives as their second factor. */
export type Proof = Omit<SecondFactor, 'token'>;

/** Sends the second factor with `take`, which fails if it is wrong. After an expired step the user starts again. */
export function useSecondStep(take: (proof: Proof) => Promise<void>, onBack: (why: string) => void) {
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

  const send = async (proof: Proof) => {
    try {
      await take(proof);
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
    send: (proof: Proof) => attempt(() => send(proof)),
    sendPasskey: (options: string) =>
      attempt(async () => {
        let passkey: string;
        try {
          passkey = await askPasskey(options);
        } catch (error) {
          setProblem(passkeyProblem(error));
          return;
        }
        await send({ passkey });
      }),
  };
}
