import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { deskApi, type Moment } from '@/api/desk';
import { date, dateTime, momentOf } from '@/lib/format/dates';
import { toastError } from '@/shared/command/notify';
import { Icon, type IconName, Tip, useShortcuts } from '@/ui';
import { DateTimeField } from '@/ui/fields/DateField';
import classes from './machine.module.css';
import { dayMarks, percentOf, type Speed, speeds, timeAt } from './moments';

type Props = {
  head: number;
  ticks: Moment[];
  at: number;
  with?: number;
  previous?: number;
  next?: number;
  playing: boolean;
  speed: Speed;
  onGo: (position: number) => void;
  onToggle: () => void;
  onSpeed: (speed: Speed) => void;
  onCompare: (position: number | null) => void;
};

const group = 'Time machine';

/**
 * The whole log as a slider. It can be dragged or played, or it moves to the next change or to a
 * time.
 */
export function MomentSlider(props: Props) {
  const { head, ticks, at, with: compared, previous, next, playing, speed, onGo, onToggle, onSpeed, onCompare } = props;
  const when = timeAt(ticks, at);
  const step = (to: number | undefined) => () => to !== undefined && onGo(to);
  useShortcuts([
    { keys: 'ArrowLeft', what: 'The change before', group, run: step(previous) },
    { keys: 'ArrowRight', what: 'The next change', group, run: step(next) },
    { keys: 'Home', what: 'The first event', group, run: step(1) },
    { keys: 'End', what: 'Now', group, run: step(head) },
    { keys: 'P', what: 'Play or pause', group, run: onToggle },
  ]);
  return (
    <section className={classes.slider} aria-label="Moment">
      <div className={classes.controls}>
        <Step icon="skipBack" label="The first event" disabled={at === 1} onClick={step(1)} />
        <Step icon="chevronLeft" label="The change before" disabled={previous === undefined} onClick={step(previous)} />
        <ActionIcon size={34} radius="xl" aria-label={playing ? 'Pause' : 'Play'} onClick={onToggle}>
          <Icon name={playing ? 'pause' : 'play'} size={15} fill={playing ? 'none' : 'currentColor'} />
        </ActionIcon>
        <Step icon="chevronRight" label="The next change" disabled={next === undefined} onClick={step(next)} />
        <Step icon="skipForward" label="Now" disabled={at >= head} onClick={step(head)} />
        <SpeedMenu speed={speed} onSpeed={onSpeed} />
      </div>
      <div className={classes.now}>
        <strong className="tabular">{dateTime(when?.toISOString())}</strong>
        <span className="tabular">
          event {at.toLocaleString('en')} of {head.toLocaleString('en')}
        </span>
      </div>
      <div className={classes.fields}>
        <GoTo value={momentOf(when, true)} key={at} onGo={onGo} />
        {compared === undefined ? (
          <Button size="xs" variant="default" onClick={() => onCompare(at)}>
            Compare from here
          </Button>
        ) : (
          <Button size="xs" variant="light" onClick={() => onCompare(null)}>
            Stop comparing
          </Button>
        )}
      </div>
      <div className={classes.lane}>
        <div className={classes.rail} aria-hidden="true">
          <span className={classes.past} style={{ width: `${percentOf(at, head)}%` }} />
          {compared !== undefined && <Between from={percentOf(compared, head)} to={percentOf(at, head)} />}
          {compared !== undefined && <span className={classes.pin} style={{ left: `${percentOf(compared, head)}%` }} />}
          <span className={classes.thumb} style={{ left: `${percentOf(at, head)}%` }} />
        </div>
        <input
          type="range"
          className={classes.range}
          min={1}
          max={head}
          step={1}
          value={at}
          aria-label="Event of the log"
          aria-valuetext={`Event ${at} of ${head}, ${dateTime(when?.toISOString())}`}
          onChange={(event) => onGo(Number(event.currentTarget.value))}
        />
        <div className={classes.days} aria-hidden="true">
          {dayMarks(ticks, 8).map((mark) => (
            <span key={mark.position} style={{ left: `${percentOf(mark.position, head)}%` }}>
              {date(mark.at.toISOString())}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}

function Between({ from, to }: { from: number; to: number }) {
  return (
    <span className={classes.between} style={{ left: `${Math.min(from, to)}%`, width: `${Math.abs(to - from)}%` }} />
  );
}

function Step({ icon, label, ...rest }: { icon: IconName; label: string; disabled: boolean; onClick: () => void }) {
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} {...rest}>
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tip>
  );
}

const speedWords = (speed: Speed) => (speed === 1 ? '1 change a step' : `${speed} changes a step`);

function SpeedMenu({ speed, onSpeed }: Pick<Props, 'speed' | 'onSpeed'>) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" aria-label={`Speed: ${speedWords(speed)}`}>
          ×{speed}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {speeds.map((one) => (
          <Menu.Item key={one} onClick={() => onSpeed(one)}>
            {speedWords(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Moves to the last change at or before a time. */
function GoTo({ value, onGo }: { value: string; onGo: (position: number) => void }) {
  const [find] = deskApi.endpoints.auditEvents.useLazyQuery();
  const [moment, setMoment] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!moment) return;
        find({ to: new Date(moment).toISOString(), limit: 1 })
          .unwrap()
          .then(({ data }) => onGo(data.events[0]?.position ?? 1))
          .catch(toastError);
      }}
    >
      <DateTimeField size="xs" seconds aria-label="Go to a time" value={moment} onChange={setMoment} />
      <ActionIcon type="submit" variant="subtle" color="gray" size={30} aria-label="Go to this time">
        <Icon name="arrowRight" size={14} />
      </ActionIcon>
    </form>
  );
}
