import { Skeleton, useComputedColorScheme } from '@mantine/core';
import type { Appearance, Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '@/ui';
import classes from './payment.module.css';

/** Returns how the fields look. They are in a frame of the provider, which cannot use the app's variables. */
function appearance(): Appearance {
  const root = document.documentElement;
  const style = window.getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const colours = {
    colorPrimary: token('--brand'),
    colorBackground: token('--surface'),
    colorText: token('--text'),
    colorTextSecondary: token('--text-2'),
    colorTextPlaceholder: token('--text-3'),
    colorDanger: token('--danger'),
  };
  return {
    theme: root.dataset['mantineColorScheme'] === 'dark' ? 'night' : 'stripe',
    variables: {
      ...Object.fromEntries(Object.entries(colours).filter(([, value]) => value)),
      borderRadius: '8px',
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '14px',
    },
  };
}

type Props = {
  stripe: Stripe;
  clientSecret: string;
  /** Receives the fields once a card can be entered. It must not change. */
  onReady: (elements: StripeElements | undefined) => void;
  /** Receives whether something was entered. It must not change. */
  onEntered: (entered: boolean) => void;
};

/** The fields of a card. They belong to the payment provider, so that a number never reaches this app (D-59). */
export function CardFields({ stripe, clientSecret, onReady, onEntered }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<{ elements: StripeElements; fields: StripePaymentElement }>();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const scheme = useComputedColorScheme('light');

  useEffect(() => {
    if (!host.current) return undefined;
    const elements = stripe.elements({ clientSecret, appearance: appearance() });
    const fields = elements.create('payment', {
      layout: 'tabs',
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    });
    fields.on('ready', () => {
      setMade({ elements, fields });
      setState('ready');
      onReady(elements);
    });
    fields.on('loaderror', () => setState('failed'));
    fields.on('change', ({ empty }) => onEntered(!empty));
    fields.mount(host.current);
    return () => {
      setMade(undefined);
      onReady(undefined);
      onEntered(false);
      fields.destroy();
    };
  }, [stripe, clientSecret, attempt, onReady, onEntered]);

  useEffect(() => {
    void made?.elements.update({ appearance: appearance() });
  }, [made, scheme]);
  // Hidden fields take no focus, so this waits until they show.
  useEffect(() => made?.fields.focus(), [made]);

  return (
    <div className={classes.fields} aria-busy={state === 'loading'}>
      {state === 'loading' && <FieldsSkeleton />}
      {state === 'failed' && (
        <NotLoaded
          onRetry={() => {
            setState('loading');
            setAttempt(attempt + 1);
          }}
        />
      )}
      <div ref={host} hidden={state === 'failed'} />
    </div>
  );
}

/** Takes the place of the fields of a card until they are there. */
export function FieldsSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading the card form">
      <Skeleton height={62} radius={8} />
      <Skeleton height={62} radius={8} />
    </div>
  );
}

/** Says that the script of the payment provider, or its fields, did not load. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      small
      message="The card form of the payment provider could not be loaded. Check your connection and try again."
      onRetry={onRetry}
    />
  );
}
