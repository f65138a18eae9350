import { ActionIcon } from '@mantine/core';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { useApiDispatch } from '@/api/hooks';
import { type View, viewChosen } from '@/api/session/session';
import { invalidate } from '@/api/live/tags';
import { Icon, type IconName, Tip } from '@/ui';
import classes from './ViewSwitch.module.css';

const views: { view: View; label: string; icon: IconName }[] = [
  { view: 'customer', label: 'Customer view', icon: 'board' },
  { view: 'client', label: 'Client view', icon: 'building' },
];

/** Switches between the customer view and the client view, and stores the choice (SH-165, BD-114). */
export function ViewSwitch({ view: current, open }: { view: View; open: boolean }) {
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const caption = useId();
  const choose = (view: View) => {
    if (view === current) return;
    dispatch(viewChosen(view));
    dispatch(invalidate(['Profile']));
    void navigate('/');
  };

  if (open) {
    return (
      <>
        <p id={caption} className={classes.caption}>
          Toggle view as
        </p>
        <div className={classes.views} role="group" aria-labelledby={caption}>
          {views.map(({ view, label }) => (
            <button key={view} type="button" aria-pressed={view === current} onClick={() => choose(view)}>
              {label}
            </button>
          ))}
        </div>
      </>
    );
  }
  const other = views.find(({ view }) => view !== current);
  if (!other) return null;
  const label = `Switch to the ${other.label.toLowerCase()}`;
  return (
    <Tip label={label} position="right">
      <ActionIcon
        variant="default"
        size={36}
        className={classes.other}
        aria-label={label}
        onClick={() => choose(other.view)}
      >
        <Icon name={other.icon} />
      </ActionIcon>
    </Tip>
  );
}
