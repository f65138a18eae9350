import { Group, Stack } from '@mantine/core';
import type { HistoryEvent } from '@/api/generated';
import { dateTime } from '@/lib/format/dates';
import { PersonAvatar } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './history.module.css';
import { capital, kindOf, kinds, viaLabel } from '@/shared/eventWords';
import { ChangedFields } from '@/shared/view/ChangedFields';

type Props = { event: HistoryEvent; number: number; of: number };

/** Shows one event in words: who, when, what and why. */
export function Change({ event, number, of }: Props) {
  const who = event.actor?.name ?? 'Proofboard';
  const kind = kinds[kindOf(event)];
  return (
    <Panel title="What changed" aside={<span className={`${classes.count} tabular`}>{`${number} of ${of}`}</span>}>
      <Stack gap={12} aria-live="polite">
        <Group component="span" gap={6} display="inline-flex" wrap="nowrap" fz={12} c="var(--text-3)">
          <span className={classes.dot} style={{ background: kind.colour }} />
          {kind.label}
        </Group>
        <p className={classes.label}>{capital(event.label)}</p>
        <p className={classes.who}>
          <PersonAvatar name={who} image={event.actor?.avatar} size={28} title="" />
          <span>
            <strong>{who}</strong> {event.impersonator && `as impersonated by ${event.impersonator.name} `}
            {viaLabel(event.via)}
            <time dateTime={event.at}>{dateTime(event.at)}</time>
          </span>
        </p>
        {event.reason && <p className={classes.reason}>{event.reason}</p>}
        <ChangedFields diff={event.diff} className={classes.diff} />
      </Stack>
    </Panel>
  );
}
