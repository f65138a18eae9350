import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import { useFinishCardPaymentMutation, usePayByCardMutation } from '@/api/billing/payment';
import { toastSuccess } from '@/shared/command/notify';
import { confirmPayment, useProvider } from '@/shared/payment/provider';

/**
 * How far a payment is. `unknown`: the provider has it, and the server could not say yet how it ended. It
 * must not be sent again then.
 */
type Step = 'card' | 'unknown' | 'processing';

type Options = {
  invoiceId: string;
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onPaid: () => void;
  onProcessing: () => void;
};

/** Begins a payment by card, and returns what sends it and how far it is. */
export function useCardPayment({ invoiceId, busy, setBusy, onPaid, onProcessing }: Options) {
  const [begin, { data, error }] = usePayByCardMutation();
  const [finish] = useFinishCardPaymentMutation();
  const entry = data?.data;
  const provider = useProvider(entry?.publishableKey);
  const [step, setStep] = useState<Step>('card');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    void begin({ invoiceId });
  }, [begin, invoiceId]);

  /** Asks the server how the payment ended. `refusal` is what the provider said in the browser. */
  const ask = async (refusal = '') => {
    const { message, data: ended } = await finish({ invoiceId })
      .unwrap()
      .catch((failed: unknown) => {
        setStep('unknown');
        throw failed;
      });
    if (ended.state === 'paid') {
      toastSuccess(message);
      onPaid();
    } else if (ended.state === 'processing') {
      setStep('processing');
      onProcessing();
    } else {
      setStep('card');
      setProblem(ended.reason || refusal || 'Nothing was paid yet. Try again.');
    }
  };

  const send = async (stripe: Stripe, clientSecret: string, card: StripeElements | string) => {
    const { sent, problem: refusal } = await confirmPayment(stripe, clientSecret, card);
    if (sent) await ask(refusal);
    else setProblem(refusal ?? '');
  };

  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    await work()
      .catch((failed: unknown) => setProblem(sentence(apiError(failed))))
      .finally(() => setBusy(false));
  };

  return {
    entry,
    provider,
    step,
    problem,
    failure: error ? apiError(error) : undefined,
    begin: () => void begin({ invoiceId }),
    /** Pays with a stored card of the provider, or with the card that was entered. */
    pay: (card: StripeElements | string) => {
      const { stripe } = provider;
      if (stripe && entry) void run(() => send(stripe, entry.clientSecret, card));
    },
    /** Asks again how a payment ended. */
    askAgain: () => void run(() => ask()),
  };
}
