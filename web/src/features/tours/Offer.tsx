import { Button, CloseButton, Group } from '@mantine/core';
import { useState } from 'react';
import type { Profile } from '@/api/generated';
import type { SaveTourApiArg, TourKey } from '@/api/shell';
import { focusHeading } from '@/ui/page/usePageFocus';
import { definitions } from './definitions';
import { dismiss } from './dismissed';
import classes from './tours.module.css';

type Props = {
  tour: TourKey;
  me: Profile;
  /** Set while a tour runs, and while a dialog of the tours is open. */
  hidden: boolean;
  /** Both return whether the answer is stored. Otherwise the tour is offered again. */
  onStart: (tour: TourKey) => Promise<boolean>;
  onSave: (tour: SaveTourApiArg['tour'], offered: boolean) => Promise<boolean>;
};

/** A quiet card that offers a tour of the page. The page offers one tour for each visit. */
export function Offer({ tour, me, hidden, onStart, onSave }: Props) {
  const [answered, setAnswered] = useState(false);
  if (answered || hidden) return null;
  const answer = async (send: () => Promise<boolean>) => {
    setAnswered(true);
    if (!(await send())) setAnswered(false);
  };
  const leave = (act: () => void) => {
    act();
    focusHeading(document.getElementById('content'));
  };
  const skip = (which: SaveTourApiArg['tour']) => () => leave(() => void answer(() => onSave(which, false)));
  return (
    <section className={classes.offer} aria-label="Guided tour">
      <div className={classes.head}>
        <p>
          <strong>New here?</strong> A short tour shows {definitions[tour].shows}.
        </p>
        <CloseButton
          size="sm"
          aria-label="Show no tours for now"
          onClick={() =>
            leave(() => {
              dismiss(me.id);
              setAnswered(true);
            })
          }
        />
      </div>
      <Group gap={8} align="stretch" wrap="nowrap">
        <Button size="xs" onClick={() => void answer(() => onStart(tour))}>
          Start Tour
        </Button>
        <Button size="xs" variant="default" onClick={skip(tour)}>
          Skip
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={skip('all')}>
          Skip all tours
        </Button>
      </Group>
    </section>
  );
}
