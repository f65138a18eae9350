import { Button } from '@mantine/core';
import { useId } from 'react';
import type { PlanOffer, PlanOption } from '@/api/membership';
import classes from './packages.module.css';
import { Terms } from './Terms';
import { priceText } from './words';

function Head({ id, offer, present }: { id: string; offer: PlanOffer; present: boolean }) {
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <h2 id={id}>{offer.name}</h2>
        {present && <span className={classes.badge}>Your plan</span>}
      </div>
      <p className={classes.price}>{priceText(offer)}</p>
    </div>
  );
}

/** The plan that the account has, if it is not offered any more. */
export function PresentCard({ offer }: { offer: PlanOffer }) {
  const id = useId();
  return (
    <li className={classes.card} data-present aria-labelledby={id}>
      <Head id={id} offer={offer} present />
      <Terms offer={offer} />
    </li>
  );
}

const nowWords: Record<PlanOption['kind'], string> = {
  present: '',
  begin: 'Choose this plan',
  upgrade: 'Upgrade now',
  downgrade: 'Change now',
};

const laterWords = 'Change when the cycle ends';

type Props = { option: PlanOption; busy: boolean; onNow: () => void; onLater: () => void };

/** A plan, with the ways to choose it, or the reason why it cannot be chosen. */
export function PlanCard({ option: { plan, kind, atOnce, later, refused }, busy, onNow, onLater }: Props) {
  const id = useId();
  const { offer } = plan;
  const present = kind === 'present';
  return (
    <li className={classes.card} data-present={present || undefined} aria-labelledby={id}>
      <Head id={id} offer={offer} present={present} />
      <Terms offer={offer} />
      <div className={classes.choices}>
        {atOnce && (
          <Button fullWidth aria-describedby={id} onClick={onNow}>
            {nowWords[kind]}
          </Button>
        )}
        {later && (
          <Button
            fullWidth
            px="xs"
            variant="default"
            aria-describedby={id}
            aria-disabled={busy || undefined}
            onClick={onLater}
          >
            {laterWords}
          </Button>
        )}
        {refused && (
          <>
            <Button fullWidth variant="default" disabled aria-describedby={`${id}-why`}>
              {kind === 'downgrade' ? laterWords : nowWords[kind]}
            </Button>
            <p id={`${id}-why`} className={classes.refused}>
              {refused}
            </p>
          </>
        )}
      </div>
    </li>
  );
}
