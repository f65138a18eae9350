import { Group, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import { type EventKind, generatedApi, type TimelineEntry, useTimelineQuery } from '@/api/generated';
import { toastError } from '@/shared/command/notify';
import { kinds } from '@/shared/eventWords';
import { ErrorState, PersonAvatar } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import classes from './order.module.css';

const pageSize = 30;

/** The history of the order, newest first, of one kind or of all kinds. */
export function Timeline({ orderId }: { orderId: string }) {
  const [kind, setKind] = useState<EventKind>();
  return (
    <Panel title="Timeline">
      <Group gap={6} align="stretch" mb={12} role="group" aria-label="Show of the timeline">
        <Chip label="All" pressed={kind === undefined} onPress={() => setKind(undefined)} />
        {Object.entries(kinds).map(([name, { label }]) => (
          <Chip key={name} label={label} pressed={kind === name} onPress={() => setKind(name as EventKind)} />
        ))}
      </Group>
      <Entries key={kind ?? 'all'} orderId={orderId} kind={kind} />
    </Panel>
  );
}

function Chip({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className={classes.chip} aria-pressed={pressed} onClick={onPress}>
      {label}
    </button>
  );
}

function Entries({ orderId, kind }: { orderId: string; kind?: EventKind }) {
  const { data, error, refetch } = useTimelineQuery({ orderId, limit: pageSize, kind });
  const [loaded, setLoaded] = useState<{ end?: number; entries: TimelineEntry[]; before?: number }>();
  const [load, loading] = generatedApi.endpoints.timeline.useLazyQuery();
  const newest = data?.data.entries ?? [];
  const end = newest.at(-1)?.position;
  // New lines have moved others off the first page, so the loaded pages no longer continue it.
  const earlier = loaded?.end === end ? loaded : undefined;
  const entries = [...newest, ...(earlier?.entries ?? [])];
  const before = earlier ? earlier.before : data?.data.before;
  const more = async () => {
    try {
      const { data: page } = await load({ orderId, limit: pageSize, kind, before }).unwrap();
      setLoaded({ end, entries: [...(earlier?.entries ?? []), ...page.entries], before: page.before });
    } catch (failure) {
      toastError(failure);
    }
  };
  return (
    <>
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} role="status" aria-label="Loading the timeline" />}
      {data && entries.length === 0 && <p className={classes.quiet}>Nothing of this kind has happened yet.</p>}
      <Stack component="ol" gap={0}>
        {entries.map((entry) => (
          <Entry key={entry.position} entry={entry} />
        ))}
      </Stack>
      {before !== undefined && (
        <BusyButton variant="subtle" size="xs" busy={loading.isFetching} onClick={() => void more()}>
          Show earlier
        </BusyButton>
      )}
    </>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const who = entry.actor?.name ?? 'Proofboard';
  return (
    <li className={classes.entry}>
      <PersonAvatar name={who} image={entry.actor?.avatar} size={26} title="" />
      <div>
        <p>
          <strong>{who}</strong> {entry.summary}
        </p>
        {entry.reason && <p className={classes.reason}>{entry.reason}</p>}
        <Ago at={entry.at} className={classes.when} />
      </div>
    </li>
  );
}
