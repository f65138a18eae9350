import { ActionIcon } from '@mantine/core';
import type { HistoryEvent } from '@/api/generated';
import { date, dateTime } from '@/lib/format/dates';
import { Icon, type IconName, useShortcuts } from '@/ui';
import classes from './history.module.css';
import { capital, type Kind, kindOf, kinds } from '@/shared/eventWords';

type Props = {
  events: HistoryEvent[];
  index: number;
  playing: boolean;
  onGo: (index: number) => void;
  onToggle: () => void;
};

/**
 * The timeline along the bottom: a tick per event. It can be dragged, played, and stepped with the
 * keyboard.
 */
export function Track({ events, index, playing, onGo, onToggle }: Props) {
  const last = events.length - 1;
  const current = events[index];
  const group = 'History';
  useShortcuts([
    { keys: 'ArrowLeft', what: 'Step back', group, run: () => onGo(index - 1) },
    { keys: 'ArrowRight', what: 'Step forward', group, run: () => onGo(index + 1) },
    { keys: 'Home', what: 'First event', group, run: () => onGo(0) },
    { keys: 'End', what: 'Last event', group, run: () => onGo(last) },
    { keys: 'P', what: 'Play or pause', group, run: onToggle },
  ]);
  const place = (i: number) => `${last > 0 ? (i / last) * 100 : 50}%`;
  return (
    <section className={classes.track} aria-label="Time">
      <div className={classes.buttons}>
        <Step icon="skipBack" label="First event" disabled={index === 0} onClick={() => onGo(0)} />
        <Step icon="chevronLeft" label="Step back" disabled={index === 0} onClick={() => onGo(index - 1)} />
        <ActionIcon
          size={36}
          radius="xl"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={onToggle}
          disabled={last < 1}
        >
          <Icon name={playing ? 'pause' : 'play'} size={16} fill={playing ? 'none' : 'currentColor'} />
        </ActionIcon>
        <Step icon="chevronRight" label="Step forward" disabled={index === last} onClick={() => onGo(index + 1)} />
        <Step icon="skipForward" label="Last event" disabled={index === last} onClick={() => onGo(last)} />
      </div>
      <div className={classes.lane}>
        <div className={classes.ticks} aria-hidden="true">
          <span className={classes.line} />
          <span className={classes.past} style={{ width: place(index) }} />
          {events.map((event, i) => (
            <span
              key={event.position}
              className={classes.tick}
              data-past={i <= index || undefined}
              data-current={i === index || undefined}
              style={{ left: place(i), background: kinds[kindOf(event)].colour }}
            />
          ))}
        </div>
        <input
          type="range"
          className={classes.range}
          min={0}
          max={last}
          step={1}
          value={index}
          aria-label="Event"
          aria-valuetext={
            current && `${index + 1} of ${events.length}: ${capital(current.label)}, ${dateTime(current.at)}`
          }
          title={current && capital(current.label)}
          onChange={(change) => onGo(Number(change.currentTarget.value))}
        />
        <div className={classes.ends}>
          <span>{date(events[0]?.at)}</span>
          <Legend events={events} />
          <span>{date(events[last]?.at)}</span>
        </div>
      </div>
    </section>
  );
}

function Step({ icon, label, ...rest }: { icon: IconName; label: string; disabled: boolean; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} {...rest}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}

function Legend({ events }: { events: HistoryEvent[] }) {
  const present = new Set(events.map(kindOf));
  const shown = (Object.keys(kinds) as Kind[]).filter((kind) => present.has(kind));
  return (
    <span className={classes.legend}>
      {shown.map((kind) => (
        <span key={kind}>
          <span className={classes.dot} style={{ background: kinds[kind].colour }} />
          {kinds[kind].label}
        </span>
      ))}
    </span>
  );
}
