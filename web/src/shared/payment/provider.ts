import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** How long the script of the payment provider may take, in ms. */
export const patienceMs = 20_000;

/** Loads the script of the payment provider. Nothing is asked of the provider before a card form opens. */
async function load(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  const stripe = await Promise.race([loadStripe(publishableKey), late]);
  clearTimeout(timer);
  if (!stripe) throw new Error('The payment provider did not load.');
  return stripe;
}

/** Returns the payment provider once its script has loaded. Without a key it loads nothing yet. */
export function useProvider(publishableKey: string | undefined) {
  const [attempt, setAttempt] = useState(0);
  const [stripe, setStripe] = useState<Stripe>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!publishableKey) return undefined;
    let gone = false;
    load(publishableKey)
      .then((loaded) => gone || setStripe(loaded))
      .catch(() => gone || setFailed(true));
    return () => {
      gone = true;
    };
  }, [publishableKey, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { stripe, failed, retry };
}

/** What the provider says about a card. It is text for people. */
const wordsOf = ({ message }: StripeError): string => message ?? 'The card was not accepted. Try again.';

const broken = 'The payment provider could not check the card. Try again.';

type Entered = { entryId: string; problem?: undefined } | { entryId?: undefined; problem: string };

/** Sends the card that was entered to the provider. Returns the id of the entry, or why the card was refused. */
export async function confirmEntry(stripe: Stripe, elements: StripeElements): Promise<Entered> {
  try {
    const { setupIntent, error } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
    // An entry that was confirmed before has an error as well, and counts.
    const intent = setupIntent ?? error?.setup_intent;
    if (intent?.status === 'succeeded') return { entryId: intent.id };
    return { problem: error ? wordsOf(error) : broken };
  } catch {
    return { problem: broken };
  }
}

/** `sent`: money may have moved, so the server has to be asked how the payment ended. */
type Confirmed = { sent: boolean; problem?: string };

/** Pays with a stored card of the provider, or with the card that was entered. */
export async function confirmPayment(
  stripe: Stripe,
  clientSecret: string,
  card: StripeElements | string,
): Promise<Confirmed> {
  try {
    const { error } = await (typeof card === 'string'
      ? stripe.confirmPayment({ clientSecret, confirmParams: { payment_method: card }, redirect: 'if_required' })
      : stripe.confirmPayment({ elements: card, redirect: 'if_required' }));
    if (!error) return { sent: true };
    return { sent: error.type !== 'validation_error', problem: wordsOf(error) };
  } catch {
    return { sent: false, problem: broken };
  }
}
