import { Button } from '@mantine/core';
import { useId } from 'react';
import type { PlanOffer, PlanOption } from '@/api/billing/membership';
import { priceOf } from '@/shared/billing/words';
import classes from './packages.module.css';
import { Terms } from './Terms';

/** The level of a plan's heading. */
type Level = { level: 2 | 3 };

function Head({ id, offer, present, level }: Level & { id: string; offer: PlanOffer; present: boolean }) {
  const Name = `h${level}` as const;
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <Name id={id}>{offer.name}</Name>
        {present && <span className={classes.badge}>Your plan</span>}
      </div>
      <p className={classes.price}>{priceOf(offer)}</p>
    </div>
  );
}

/** The plan that the account has, if it is not offered any more. */
export function PresentCard({ offer, level }: Level & { offer: PlanOffer }) {
  const id = useId();
  return (
    <li className={classes.card} data-present aria-labelledby={id}>
      <Head id={id} offer={offer} present level={level} />
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

type Props = Level & { option: PlanOption; busy: boolean; onNow: () => void; onLater: () => void };

/** A plan, with the ways to choose it, or the reason why it cannot be chosen. */
export function PlanCard({ option, level, busy, onNow, onLater }: Props) {
  const { plan, kind, atOnce, later, refused } = option;
  const id = useId();
  const { offer } = plan;
  const present = kind === 'present';
  return (
    <li className={classes.card} data-present={present || undefined} aria-labelledby={id}>
      <Head id={id} offer={offer} present={present} level={level} />
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
            <Button fullWidth px="xs" variant="default" disabled aria-describedby={`${id}-why`}>
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
