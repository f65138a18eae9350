import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';

const program = resolve(import.meta.dirname, '../../../bin/stripe-standin');

/**
 * The script of the payment provider, with one field in place of its element. What is entered goes to the
 * stand-in for the provider, through an address that the product's policy allows.
 */
const script = `
window.Stripe = () => {
  const send = async (secret, last4) => {
    const answer = await fetch('https://api.stripe.com/browser', { method: 'POST', body: JSON.stringify({ secret, last4 }) });
    return answer.json();
  };
  const refused = { type: 'card_error', message: 'Your card was declined.' };
  return {
    _registerWrapper: () => {},
    elements: ({ clientSecret }) => {
      const input = document.createElement('input');
      input.setAttribute('aria-label', 'Card number');
      const on = {};
      input.addEventListener('input', () => on.change?.({ empty: input.value === '' }));
      const field = {
        on: (name, told) => { on[name] = told; },
        mount: (host) => { host.append(input); setTimeout(() => on.ready?.()); },
        destroy: () => input.remove(),
        focus: () => input.focus(),
      };
      return { clientSecret, input, create: () => field, update: () => {} };
    },
    confirmSetup: async ({ elements }) => ({ setupIntent: await send(elements.clientSecret, elements.input.value) }),
    confirmPayment: async ({ elements, clientSecret, confirmParams }) => {
      const end = await send(elements?.clientSecret ?? clientSecret, elements?.input.value ?? confirmParams.payment_method);
      return end.status === 'succeeded' ? { paymentIntent: end } : { error: refused };
    },
  };
};`;

/** Starts the stand-in for the payment provider. `options` lets a server use it, `enter` the pages of a browser. */
export async function startStripe() {
  const child = spawn(program, [], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((printed) => {
    child.stdout.once('data', (part: Buffer) => printed(part.toString().trim()));
  });
  const options = [
    'secret-key=sk_test_proofboard',
    'publishable-key=pk_test_proofboard',
    'webhook-secret=whsec_proofboard',
  ];
  return {
    options: [...options, `api=${url}`].map((option) => `--stripe-${option}`),
    enter: async (context: BrowserContext) => {
      await context.route('https://js.stripe.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      );
      await context.route('https://api.stripe.com/browser', async (route) => {
        const answer = await fetch(`${url}/browser`, { method: 'POST', body: route.request().postData() });
        await route.fulfill({
          json: await answer.json(),
          headers: { 'Access-Control-Allow-Origin': '*' },
        });
      });
    },
    stop: () => child.kill(),
  };
}
